import type { Words } from '../en/index.ts';
import { counter } from '../format.ts';
import { md, mentionOf } from '../markdown.ts';

const count = counter('de');

export const settings = {
  description: 'Was Rolekeeper wem sagt, und die üblichen Bedingungen einer neuen Zuordnung',
  show: 'Zeigt die Einstellungen, mit Knöpfen, um sie zu ändern',
  change: 'Ändert, was du nennst, und lässt alles andere, wie es ist',
  linkPanel: 'Stellt einen Knopf in einen Kanal, mit dem alle ihre Käufe verknüpfen können',
  options: {
    logChannel: 'Wo Änderungen und Probleme stehen sollen',
    language: 'Des Log-Kanals und der Nachrichten an Mitglieder',
    tellMembers: 'Ob Mitglieder erfahren, was sie bekommen haben und was endet',
    relinkDays: 'Tage ohne neues Verknüpfen, nachdem ein Admin eine Verknüpfung beendet hat',
    panelChannel: 'Wo ihn alle finden',
  },
  title: 'Einstellungen',
  saved: 'Gespeichert',
  unchanged: md`Du hast nichts zu ändern genannt; alles ist, wie es war.`,
  names: {
    logChannel: 'Log-Kanal',
    language: 'Sprache des Log-Kanals und der Nachrichten an Mitglieder',
    tellMembers: 'Nachrichten an Mitglieder',
    policy: 'Übliche Bedingungen einer neuen Zuordnung',
    relink: 'Wenn ein Admin eine Verknüpfung beendet hat',
  },
  line: (name, value) => md`**${name}**: ${value}`,
  channel: (id) => mentionOf.channel(id),
  publicTitle: 'Diesen Kanal können alle lesen',
  isPublic: (id) =>
    md`${mentionOf.channel(id)} würde allen Mitgliedern sagen, wer bezahlt hat und was schiefgeht. Besser ist ein Kanal nur für Admins.`,
  publicAnyway: 'Trotzdem nehmen',
  noChannel: 'keiner; so erfährt niemand von Problemen',
  told: 'sie erfahren, was sie bekommen haben und was endet',
  notTold: 'keine',
  policyHint: md`-# Sie gelten, wo ${'/roles map'} nichts anderes gesagt wird; was zugeordnet ist, bleibt, wie es ist.`,
  relink: (days) =>
    days === 0
      ? 'Verknüpfen geht sofort wieder'
      : `Verknüpfen geht nach ${count(days, 'Tag', 'Tagen')} wieder`,
  panelTitle: 'Der Knopf ist da',
  panelPosted: (channelId) =>
    md`Alle finden ihn in ${mentionOf.channel(channelId)}; was sie dort bekommen, sehen nur sie. Um ihn zu entfernen, lösch die Nachricht.`,
  choose: 'Log-Kanal wählen',
  noLog: 'Kein Log-Kanal',
  tell: 'Mitgliedern schreiben',
  dontTell: 'Keinem Mitglied schreiben',
  speak: 'Deutsch sprechen',
} satisfies Words['settings'];
