import access from '../../commands/access.ts';
import { pendingSweepMessage, problemMessage } from '../../commands/components/log-channel.ts';
import link, { linkPanel } from '../../commands/link.ts';
import { render } from '../discord/commands/render.ts';
import type { StepStore } from '../discord/commands/step-store.ts';
import type { ToCard } from '../discord/messenger.ts';
import { wordsFor } from '../i18n/index.ts';

/** Renders the log channel's questions, whose buttons lead to steps of `/access`, and the panel of `/link`. */
export const createLogChannelMessages =
  (steps: StepStore): ToCard =>
  ({ text }, question) => {
    const { guildId, language } = question;
    const words = wordsFor(language);
    if (question.about === 'linking') {
      return render(linkPanel(words), words, ({ step, data }) =>
        steps.keep(link, step, data, { guildId, userId: null, isForGood: true }),
      );
    }
    const reply =
      question.about === 'problem'
        ? problemMessage(words, { subject: question.subject, text })
        : pendingSweepMessage(words, { text, since: question.since });
    return render(reply, words, ({ step, data }) =>
      steps.keep(access, step, data, { guildId, userId: null }),
    );
  };
