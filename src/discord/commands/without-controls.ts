import type { Words } from '../../i18n/index.ts';
import { md } from '../../i18n/markdown.ts';
import { render } from './render.ts';
import type { Button, Choice, Link, Reply, Row, Section } from './reply.ts';
import type { RenderedReply } from './responder.ts';

/**
 * Renders a reply without its interactive controls; links stay.
 * @param why explanation added at the end
 */
export async function withoutControls(reply: Reply, words: Words, why?: string): Promise<RenderedReply> {
  const sections = (reply.sections ?? []).map(readOnly);
  const told = why === undefined ? sections : [...sections, { lines: [md`⚠️ ${why}`] }];
  const rows = (reply.rows ?? []).map(linksIn);
  return { card: await render({ ...reply, sections: told, rows }, words, nowhere), picture: undefined };
}

function readOnly({ lines, beside, below = [] }: Section): Section {
  const links = below.filter(isLink);
  return {
    lines,
    ...(beside && isLink(beside) && { beside }),
    ...(links.length > 0 && { below: links }),
  };
}

const linksIn = (row: Row): readonly Link[] => ('kind' in row ? [] : row.filter(isLink));

const isLink = (control: Button | Link | Choice): control is Link => control.kind === 'link';

const nowhere = async (): Promise<string> => '';
