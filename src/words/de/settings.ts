import type { Words } from '../en/index.ts';
import { md, mentionOf } from '../markdown.ts';

export const settings = {
  description: 'Was Rolekeeper wem sagt, und die üblichen Bedingungen einer neuen Zuordnung',
  show: 'Zeigt die Einstellungen, mit Knöpfen, um sie zu ändern',
  change: 'Ändert, was du nennst, und lässt alles andere, wie es ist',
  options: {
    logChannel: 'Wo Änderungen und Probleme stehen sollen',
    language: 'Des Log-Kanals und der Nachrichten an Mitglieder',
    tellMembers: 'Ob Mitglieder erfahren, was sie bekommen haben und was endet',
  },
  languages: { en: 'English (Englisch)', de: 'Deutsch' },
  title: 'Einstellungen',
  saved: 'Gespeichert',
  unchanged: md`Du hast nichts zu ändern genannt; alles ist, wie es war.`,
  names: {
    logChannel: 'Log-Kanal',
    language: 'Sprache des Log-Kanals und der Nachrichten an Mitglieder',
    tellMembers: 'Nachrichten an Mitglieder',
    policy: 'Übliche Bedingungen einer neuen Zuordnung',
  },
  line: (name, value) => md`**${name}**: ${value}`,
  channel: (id) => mentionOf.channel(id),
  noChannel: 'keiner; so erfährt niemand von Problemen',
  told: 'sie erfahren, was sie bekommen haben und was endet',
  notTold: 'keine',
  policyHint: md`-# Sie gelten, wo ${'/roles map'} nichts anderes gesagt wird; was zugeordnet ist, bleibt, wie es ist.`,
  choose: 'Log-Kanal wählen',
  noLog: 'Kein Log-Kanal',
  tell: 'Mitgliedern schreiben',
  dontTell: 'Keinem Mitglied schreiben',
  speak: { en: 'Speak English', de: 'Deutsch sprechen' },
} satisfies Words['settings'];
