import Type from 'typebox';
import { defineSimpleCommand } from '../src/discord/commands/command.ts';
import type { Context } from '../src/discord/commands/context.ts';
import { button, type Reply } from '../src/discord/commands/reply.ts';
import { defineStep } from '../src/discord/commands/step.ts';
import { md } from '../src/i18n/markdown.ts';
import { type Finding, findingText } from './components/finding.ts';

const SIGNS: Readonly<Record<Finding['state'], string>> = { ok: '✅', warning: '⚠️', failed: '❌' };

async function examine(context: Context): Promise<Reply> {
  const { features, guildId, words } = context;
  const findings = await features.doctor.examine(guildId);
  const countOf = (wanted: Finding['state']) => findings.filter(({ state }) => state === wanted).length;
  const [failed, warned] = [countOf('failed'), countOf('warning')];
  const worst = [
    ...(failed > 0 ? [words.doctor.failed(failed)] : []),
    ...(warned > 0 ? [words.doctor.warned(warned)] : []),
  ];
  return {
    tone: failed > 0 ? 'bad' : warned > 0 ? 'warning' : 'good',
    title: worst.join(', ') || words.doctor.allWell,
    lines: findings.map((found) => {
      const name = words.doctor.checks[found.check];
      return md`${SIGNS[found.state]} **${name}**: ${findingText(words, found)}`;
    }),
    rows: [[button(again, {}, words.doctor.again)]],
  };
}

const again = defineStep({ data: Type.Object({}), run: examine });

export default defineSimpleCommand({
  name: 'doctor',
  audience: 'admin',
  description: (words) => words.doctor.description,
  steps: { again },
  options: {},
  run: examine,
});
