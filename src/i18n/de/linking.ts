import type { Words } from '../en/index.ts';
import { code, md, mentionOf, moment } from '../markdown.ts';

const { member } = mentionOf;

export const linking = {
  link: 'Verknüpft deine Käufe mit diesem Konto, damit du ihre Rollen automatisch bekommst',
  unlink: 'Beendet die Verknüpfung deiner Käufe mit diesem Konto',
  linkTitle: 'Käufe verknüpfen',
  linkSteps: md`Melde dich einmal hier und beim Shop an. Die Rollen für deine Käufe bekommst du eine Sekunde später, die für spätere Käufe automatisch.`,
  linkedSince: (at) => md`Deine Käufe sind seit ${moment(at, 'date')} mit diesem Konto verknüpft.`,
  linkAgain: md`Du kannst noch einmal verknüpfen, etwa nach einem Kauf mit einer anderen Adresse.`,
  linkButton: 'Meine Käufe verknüpfen',
  panel: {
    title: 'Hast du etwas gekauft?',
    text: md`Verknüpfe deine Käufe mit diesem Konto, um ihre Rollen automatisch zu bekommen.`,
  },
  linkPrivate: md`Dieser Link ist nur für dich: Mit einem anderen Konto funktioniert er nicht.`,
  impossibleTitle: 'Verknüpfen ist hier nicht eingerichtet',
  impossible: md`Der Betreiber kann es mit DISCORD_CLIENT_ID und DISCORD_CLIENT_SECRET ermöglichen.`,
  forbiddenTitle: 'Du kannst gerade nicht verknüpfen',
  forbidden: (until) =>
    md`Ein Admin hat dir das Verknüpfen bis ${moment(until)} untersagt. Frag einen Admin, wenn das ein Irrtum ist.`,
  linkedTooOften: (until) =>
    md`Du hast sechsmal innerhalb einer Stunde verknüpft. Ab ${moment(until)} kannst du es wieder.`,
  notLinkedTitle: 'Nichts ist verknüpft',
  notLinked: md`Mit diesem Konto sind keine Käufe verknüpft. Verknüpfe sie mit ${'/link'}.`,
  unlinkTitle: 'Verknüpfung beenden?',
  unlinkMeans: md`Du verlierst die Rollen, die du durch sie bekommen hast, und wir löschen die Daten, die dafür gespeichert sind. Deine Käufe behältst du und kannst sie wieder verknüpfen.`,
  unlinkButton: 'Verknüpfung beenden',
  unlinkedTitle: 'Die Verknüpfung ist beendet',
  unlinked: md`Die Rollen, die du durch sie bekommen hast, werden gleich entfernt.`,
  description: 'Die Verknüpfungen zwischen Käufen und Mitgliedern',
  show: 'Zeigt, was mit einem Mitglied verknüpft ist',
  unlinkMember: 'Beendet die Verknüpfung eines Mitglieds und entfernt die Rollen daraus',
  forbid: 'Untersagt einem Mitglied für einige Tage das Verknüpfen',
  allow: 'Lässt ein Mitglied wieder verknüpfen',
  whose: 'Das Mitglied, um dessen Verknüpfung es geht',
  forbidDays: 'Tage ohne neues Verknüpfen; ohne Angabe wie in den Einstellungen',
  days: 'Für wie viele Tage',
  showTitle: 'Verknüpfte Käufe',
  forbidTitle: 'Verknüpfen ist untersagt',
  allowTitle: 'Verknüpfen ist erlaubt',
  about: (userId) => md`${member(userId)}`,
  linkedTo: (commerceUserId, at) => md`Mit ${code(commerceUserId)} verknüpft seit ${moment(at, 'date')}.`,
  noLink: md`Keine Käufe sind verknüpft.`,
  noLinkOf: (userId) => md`Mit ${member(userId)} war nichts verknüpft.`,
  unlinkedMember: (userId) =>
    md`Die Rollen, die ${member(userId)} dadurch bekommen hat, werden gleich entfernt.`,
  mayNotUntil: (until) => md`Verknüpfen geht nicht vor ${moment(until)}.`,
  mayAgain: md`Verknüpfen geht wieder.`,
  mightAlready: md`Verknüpfen war nicht untersagt.`,
} satisfies Words['linking'];
