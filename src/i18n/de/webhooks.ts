import type { Words } from '../en/index.ts';
import type { DeliveryState } from '../en/webhooks.ts';
import { counter, eventText, spell, textOf } from '../format.ts';
import { block, code, md, moment } from '../markdown.ts';
import { events } from './events.ts';

const count = counter('de');

const deliveryStates: Readonly<Record<DeliveryState, string>> = {
  delivered: 'zugestellt',
  pending: 'steht noch aus',
  failed: 'gescheitert',
  dropped: 'aufgegeben',
};

export const webhooks = {
  description: 'Zeigt und ändert, wohin der Commerce Service Ereignisse schickt',
  list: 'Zeigt die Webhooks, und ob unserer da und eingeschaltet ist und Ereignisse bekommt',
  register: 'Meldet einen Webhook an: unseren, wenn keine andere Adresse genannt ist',
  rotate: 'Gibt einem Webhook ein neues Geheimnis, nach einer Rückfrage',
  url: 'Die Adresse; ohne Angabe unsere',
  which: 'Der Webhook',
  titles: {
    list: 'Webhooks',
    registered: 'Webhook angemeldet',
    known: 'Webhook schon angemeldet',
    unregistered: 'Kein Webhook wurde angemeldet',
    rotate: 'Diesem Webhook ein neues Geheimnis geben?',
    rotated: 'Der Webhook hat ein neues Geheimnis',
    gone: 'Diesen Webhook gibt es nicht',
  },
  oursThere: md`✅ Unser Webhook ist da und eingeschaltet.`,
  oursDisabled: md`⚠️ Unser Webhook ist ausgeschaltet. Schalte ihn im Commerce Service ein.`,
  oursMissing: (url) => md`⚠️ Unser Webhook fehlt: ${code(url)}. Melde ihn mit ${'/webhooks register'} an.`,
  nothingCame: md`Vom Commerce Service kam noch keine Zustellung an, oder seit einem Monat keine mehr.`,
  lastCame: (at) => md`Die letzte Zustellung kam ${moment(at, 'relative')} an.`,
  lastDelivery({ status, event, attempts, at, statusCode, fault }) {
    const when = at ? md` ${moment(at, 'relative')}` : md``;
    const answer = statusCode === null ? fault : `Antwort ${statusCode}`;
    const tried = `${count(attempts, 'Versuch', 'Versuche')}${answer ? `, ${answer}` : ''}`;
    return md`-# Seine letzte Zustellung, nach Angabe des Service: ${event === null ? 'ein Ereignis' : `„${eventText(events, event)}“`}, ${textOf(deliveryStates, status) ?? spell(status)}${when} (${tried})`;
  },
  line: (url, id, isOurs) => md`${code(url)} · ${code(id)}${isOurs ? md` (unserer)` : md``}`,
  state(isEnabled, disabledReason, events) {
    const told =
      events === 0 ? 'bekommt alle Ereignisse' : `bekommt ${count(events, 'Art', 'Arten')} von Ereignissen`;
    if (isEnabled) return md`-# eingeschaltet, ${told}`;
    return md`-# ausgeschaltet${disabledReason ? `: ${disabledReason}` : ''}, ${told}`;
  },
  noUrl: (typed) => md`„${typed}“ ist keine Adresse. Schreib eine, die mit ${'https://'} beginnt.`,
  rotateInstead: md`Sein Geheimnis wird nur einmal gezeigt, wenn es entsteht. Ein neues bekommst du mit ${'/webhooks rotate'}.`,
  secretIs: md`Seine Zustellungen sind mit diesem Geheimnis signiert:`,
  secret: (secret) => block(secret),
  secretThere: md`Der Service hat das Geheimnis nicht genannt. Such es in seinem Dashboard.`,
  setNew: md`Der Betreiber muss ${code('COMMERCE_WEBHOOK_SECRET')} darauf setzen und Rolekeeper neu starten.`,
  setBoth: md`Der Betreiber muss ${code('COMMERCE_WEBHOOK_SECRET')} auf das neue Geheimnis, ein Komma und das alte setzen und Rolekeeper neu starten. Bis dahin können Zustellungen abgelehnt werden.`,
  setThere: md`Gib es dem Empfänger dieser Zustellungen.`,
  onlyOnce: 'Nur du siehst das, und nur jetzt.',
  willRotate: md`Von da an sind seine Zustellungen mit dem neuen Geheimnis signiert. Ihr Empfänger braucht es.`,
  willRotateOurs: md`Dieser Webhook ist unserer: Der Betreiber muss danach ${code('COMMERCE_WEBHOOK_SECRET')} setzen und Rolekeeper neu starten. Bis dahin können Zustellungen abgelehnt werden. Was fehlt, findet der nächste Abgleich.`,
  rotateIt: 'Neues Geheimnis',
  noSuch: md`${'/webhooks list'} zeigt alle Webhooks.`,
} satisfies Words['webhooks'];
