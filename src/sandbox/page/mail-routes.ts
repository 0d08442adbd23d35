import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { html, type SafeHtml } from '@remix-run/html-template';
import type { Mailbox, SandboxMail } from '../mailbox.ts';
import { simplePage } from './simple-page.ts';

/** Reload interval in seconds, since mail takes a moment to arrive. */
const REFRESH = 2;

/** Serves the mailbox as a page, and as JSON at `mail.json`. */
export const mailRoutes =
  (mailbox: Mailbox): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get('/mail', (_request, reply) =>
      reply
        .headers({ refresh: REFRESH, 'cache-control': 'no-store', 'content-security-policy': POLICY })
        .type('text/html; charset=utf-8')
        .send(mailPage(mailbox.list())),
    );

    app.get('/mail.json', (_request, reply) =>
      reply.header('cache-control', 'no-store').send({
        mails: mailbox
          .list()
          .map(({ sentAt, ...mail }) => ({ ...mail, sent_at: Math.floor(sentAt.getTime() / 1000) })),
      }),
    );
  };

const POLICY = "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'";

const mailPage = (mails: readonly SandboxMail[]): string =>
  simplePage(
    'Mailbox',
    html`<section class="card"><h1>Mailbox</h1>
<p class="quiet">The sandbox sends no real mail. These are all the messages it would have sent, newest first.</p></section>
${mails.length === 0 ? html`<section class="card"><p>Nothing yet.</p></section>` : ''}
${mails.map(
  ({ to, subject, text, sentAt }) => html`<article class="card mail">
<h2>${subject}</h2>
<p class="quiet">To ${to}, ${sentAt.toISOString().slice(11, 19)} UTC</p>
${text.split(/\n{2,}/).map(paragraph)}
</article>`,
)}`,
  );

/** Renders a paragraph. A line that is a URL becomes a link. */
const paragraph = (text: string): SafeHtml =>
  html`<p>${text.split('\n').map((line, index) => html`${index === 0 ? '' : html`<br>`}${URL.canParse(line) && /^https?:/.test(line) ? html`<a href="${line}">${line}</a>` : line}`)}</p>`;
