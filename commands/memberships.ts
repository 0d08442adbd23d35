import { randomUUID } from 'node:crypto';
import { defineCommand, subcommand } from '../src/discord/commands/command.ts';
import { integer } from '../src/discord/commands/options.ts';
import { cancel } from './components/preview.ts';
import { goOn, toCancel, toTerminate } from './memberships/changes.ts';
import { chosen, whichOptions, withOne } from './memberships/find.ts';
import { earlier } from './memberships/history.ts';
import { confirm, reasonForm } from './memberships/terminate.ts';

export default defineCommand({
  name: 'memberships',
  audience: 'admin',
  description: (words) => words.memberships.description,
  steps: { chosen, toTerminate, confirm, reasonForm, toCancel, goOn, earlier, cancel },
  subcommands: {
    show: subcommand({
      description: (words) => words.memberships.show,
      options: whichOptions,
      run: (context, which) => withOne(context, which, { what: 'show' }),
    }),
    terminate: subcommand({
      description: (words) => words.memberships.terminate,
      options: whichOptions,
      run: (context, which) => withOne(context, which, { what: 'terminate' }),
    }),
    cancel: subcommand({
      description: (words) => words.memberships.cancel,
      options: whichOptions,
      run: (context, which) => withOne(context, which, { what: 'cancel' }),
    }),
    'add-days': subcommand({
      description: (words) => words.memberships.addDays,
      options: {
        days: integer({
          description: (words) => words.memberships.days,
          required: true,
          min: 1,
          max: 3650,
        }),
        ...whichOptions,
      },
      run: (context, { days, ...which }) =>
        withOne(context, which, { what: 'add days', days, orderId: randomUUID() }),
    }),
  },
});
