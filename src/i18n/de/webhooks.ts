import type { Words } from '../en/index.ts';
import { counter, spell } from '../format.ts';
import { block, code, md, moment } from '../markdown.ts';
import { event as sayEvent } from './events.ts';

const count = counter('de');

const deliveryStates: Readonly<Record<string, string>> = {
  delivered: 'zugestellt',
  pending: 'steht noch aus',
  failed: 'gescheitert',
  dropped: 'aufgegeben',
};

export const webhooks = {
  description: 'Wo der Commerce Service sagt, was geschieht',
  list: 'Zeigt die Webhooks, und ob unserer da ist, eingeschaltet ist und etwas bekommt',
  register: 'Meldet einen Webhook an: unseren, wenn keine andere Adresse genannt ist',
  rotate: 'Gibt einem Webhook ein neues Geheimnis, nach einer Rückfrage',
  url: 'Die Adresse; ohne Angabe unsere',
  which: 'Welcher',
  titles: {
    list: 'Webhooks',
    registered: 'Webhook angemeldet',
    known: 'Er ist schon angemeldet',
    unregistered: 'Nichts wurde angemeldet',
    rotate: 'Diesem Webhook ein neues Geheimnis geben?',
    rotated: 'Er hat ein neues Geheimnis',
    gone: 'Diesen Webhook gibt es nicht',
  },
  oursThere: md`✅ Unserer ist da und eingeschaltet.`,
  oursDisabled: md`⚠️ Unserer ist da, aber ausgeschaltet. Schalte ihn im Commerce Service ein.`,
  oursMissing: (url) => md`⚠️ Unserer fehlt: ${code(url)}. Mit ${'/webhooks register'} entsteht er.`,
  nothingCame: md`Vom Commerce Service kam noch nichts, oder seit einem Monat nichts mehr.`,
  lastCame: (at) => md`Zuletzt kam etwas ${moment(at, 'relative')}.`,
  lastDelivery({ status, event, attempts, at, statusCode, fault }) {
    const when = at ? md` ${moment(at, 'relative')}` : md``;
    const answer = statusCode === null ? fault : `Antwort ${statusCode}`;
    const tried = `${count(attempts, 'Versuch', 'Versuche')}${answer ? `, ${answer}` : ''}`;
    return md`-# Der Service sagt über seine letzte Zustellung: ${event === null ? 'ein Ereignis' : `„${sayEvent(event)}“`}, ${deliveryStates[status] ?? spell(status)}${when} (${tried})`;
  },
  line: (url, id, isOurs) => md`${code(url)} · ${code(id)}${isOurs ? md` (unserer)` : md``}`,
  state(isEnabled, disabledReason, events) {
    const told = events === 0 ? 'bekommt alles' : `bekommt ${count(events, 'Art', 'Arten')} von Ereignissen`;
    if (isEnabled) return md`-# eingeschaltet, ${told}`;
    return md`-# ausgeschaltet${disabledReason ? `: ${disabledReason}` : ''}, ${told}`;
  },
  noUrl: (typed) => md`„${typed}“ ist keine Adresse. Schreib eine, die mit ${'https://'} beginnt.`,
  rotateInstead: md`Sein Geheimnis wird nur gezeigt, wenn es entsteht. ${'/webhooks rotate'} gibt ihm ein neues.`,
  secretIs: md`Damit wird unterschrieben, was er bekommt:`,
  secret: (secret) => block(secret),
  secretThere: md`Der Service behält sein Geheimnis für sich. Such es in seinem Dashboard.`,
  setNew: md`Der Betreiber muss ${code('COMMERCE_WEBHOOK_SECRET')} darauf setzen und Rolekeeper neu starten.`,
  setBoth: md`Der Betreiber muss ${code('COMMERCE_WEBHOOK_SECRET')} darauf setzen, dahinter ein Komma und das alte, und Rolekeeper neu starten. Bis dahin können Zustellungen abgelehnt werden.`,
  setThere: md`Wer diese Zustellungen empfängt, muss es bekommen.`,
  onlyOnce: 'Nur du siehst das, und nur jetzt.',
  willRotate: md`Was er bekommt, ist dann mit dem neuen Geheimnis unterschrieben. Wer es empfängt, muss es kennen.`,
  willRotateOurs: md`Dieser ist unserer: Der Betreiber muss danach ${code('COMMERCE_WEBHOOK_SECRET')} setzen und Rolekeeper neu starten. Bis dahin können Zustellungen abgelehnt werden; was fehlt, findet der nächste Vergleich.`,
  rotateIt: 'Neues Geheimnis',
  noSuch: md`${'/webhooks list'} zeigt, was es gibt.`,
} satisfies Words['webhooks'];
