import type { Words } from '../en/index.ts';
import { counter } from '../format.ts';
import { md, mentionOf } from '../markdown.ts';

const count = counter('de');

export const settings = {
  description: 'Zeigt und ändert, wen Rolekeeper informiert, und die Standardbedingungen neuer Zuordnungen',
  show: 'Zeigt die Einstellungen, mit Knöpfen, um sie zu ändern',
  change: 'Ändert, was du angibst, und lässt alles andere, wie es ist',
  linkPanel: 'Stellt einen Knopf in einen Kanal, mit dem Mitglieder ihre Käufe verknüpfen können',
  options: {
    logChannel: 'Der Kanal für Änderungen und Probleme',
    language: 'Die Sprache des Log-Kanals und der Nachrichten an Mitglieder',
    tellMembers: 'Ob Mitglieder Nachrichten bekommen, was sie erhalten haben und was endet',
    relinkDays: 'Tage ohne neues Verknüpfen, nachdem ein Admin eine Verknüpfung beendet hat',
    panelChannel: 'Der Kanal für den Knopf',
  },
  title: 'Einstellungen',
  saved: 'Gespeichert',
  unchanged: md`Du hast keine Einstellung angegeben; es wurde nichts geändert.`,
  names: {
    logChannel: 'Log-Kanal',
    language: 'Sprache des Log-Kanals und der Nachrichten an Mitglieder',
    tellMembers: 'Nachrichten an Mitglieder',
    policy: 'Standardbedingungen neuer Zuordnungen',
    relink: 'Wenn ein Admin eine Verknüpfung beendet hat',
  },
  line: (name, value) => md`**${name}**: ${value}`,
  channel: (id) => mentionOf.channel(id),
  publicTitle: 'Diesen Kanal können alle lesen',
  isPublic: (id) =>
    md`In ${mentionOf.channel(id)} würden alle Mitglieder sehen, wer bezahlt hat und was schiefgeht. Besser ist ein Kanal nur für Admins.`,
  publicAnyway: 'Trotzdem benutzen',
  noChannel: 'keiner; Probleme werden nicht gemeldet',
  told: 'an: was sie bekommen haben und was endet',
  notTold: 'aus',
  policyHint: md`-# ${'/roles map'} benutzt sie, wenn du nichts anderes angibst. Bestehende Zuordnungen bleiben, wie sie sind.`,
  relink: (days) =>
    days === 0
      ? 'Verknüpfen geht sofort wieder'
      : `Verknüpfen geht nach ${count(days, 'Tag', 'Tagen')} wieder`,
  panelTitle: 'Knopf eingestellt',
  panelPosted: (channelId) =>
    md`Alle Mitglieder können ihn in ${mentionOf.channel(channelId)} benutzen; die Antwort sehen nur sie. Um ihn zu entfernen, lösch die Nachricht.`,
  choose: 'Log-Kanal wählen',
  noLog: 'Kein Log-Kanal',
  tell: 'Mitgliedern schreiben',
  dontTell: 'Keinem Mitglied schreiben',
  speak: 'Deutsch sprechen',
} satisfies Words['settings'];
