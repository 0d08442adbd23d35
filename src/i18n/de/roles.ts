import type { Words } from '../en/index.ts';
import type { Power } from '../en/roles.ts';
import { code, md, mentionOf } from '../markdown.ts';

const { role } = mentionOf;

export const powers: Readonly<Record<Power, string>> = {
  Administrator: 'Administrator',
  'Manage Server': 'Server verwalten',
  'Manage Roles': 'Rollen verwalten',
  'Manage Channels': 'Kanäle verwalten',
  'Manage Webhooks': 'WebHooks verwalten',
  'Ban Members': 'Mitglieder bannen',
  'Kick Members': 'Mitglieder kicken',
  'Mention Everyone': 'Alle erwähnen',
};

export const roles = {
  description: 'Welche Produkte und Pläne welche Rollen geben',
  list: 'Zeigt, was welche Rolle gibt und zu welchen Bedingungen',
  map: 'Lässt ein Produkt oder einen Plan eine Rolle geben: zeigt erst die Folgen und fragt dann',
  unmap: 'Beendet, dass ein Produkt oder Plan eine Rolle gibt: zeigt erst die Folgen und fragt dann',
  preview: 'Zeigt die Folgen einer Zuordnung, ohne sie zu speichern',
  per: 'Wie viele auf einer Seite',
  role: 'Die Rolle, die gegeben wird',
  source: 'Das Produkt oder der Plan, der sie gibt',
  condition: 'Solange die Mitgliedschaft Zugang gibt (üblich), oder solange eine Zahlung aussteht',
  conditions: { valid: 'Solange sie Zugang gibt', past_due: 'Solange eine Zahlung überfällig ist' },
  atEnd: 'Was am Ende aus der Rolle wird',
  atEnds: { remove: 'Rolle nehmen', keep: 'Rolle lassen', kick: 'Mitglied vom Server entfernen' },
  graceDays: 'Tage, die die Rolle nach einem Ende bleibt, das ein Versehen sein kann',
  orphans: 'Was aus der Rolle bei denen wird, die sie weder durch Mitgliedschaft noch von uns haben',
  orphanses: { keep: 'Rolle lassen', strip: 'Rolle nehmen' },
  screening: 'Warten, bis Neue die Aufnahme in den Server abgeschlossen haben',
  mapping: 'Welche',
  titles: {
    list: 'Was welche Rolle gibt',
    map: 'So speichern?',
    unmap: 'Das beenden?',
    preview: 'Das würde sich ändern',
    mapped: 'Gespeichert',
    unmapped: 'Beendet',
    gone: 'Diese Zuordnung gibt es nicht',
  },
  none: md`Noch gibt nichts eine Rolle. Mit ${'/roles map'} fängt es an.`,
  noSuch: md`Vielleicht wurde sie inzwischen beendet. ${'/roles list'} zeigt, was es gibt.`,
  gives: (source, id, roleId) =>
    source === id
      ? md`${code(id)} gibt ${role(roleId)}`
      : md`**${source}** (${code(id)}) gibt ${role(roleId)}`,
  unknownSource: (id) =>
    md`⚠️ Nichts im Verkauf hat die ID ${code(id)}: Prüf sie. Archivierte Pläne und Quick-Links bleiben dabei außen vor.`,
  sameAsBefore: md`-# Das gibt es schon, zu eben diesen Bedingungen.`,
  replaces: (before, after) => md`🔁 Das gibt es schon: ${before} → **${after}**`,
  terms: {
    pastDue: 'nur solange eine Zahlung überfällig ist',
    keep: 'bleibt am Ende',
    kick: 'am Ende wird das Mitglied vom Server entfernt',
    grace: (days) => (days === 1 ? '1 Tag Frist' : `${days} Tage Frist`),
    strip: 'wird denen genommen, denen keine Mitgliedschaft sie gibt',
    noScreening: 'schon vor der Aufnahme gegeben',
    usual: 'wird am Ende genommen',
  },
  powers,
  gainsPowers: (roleId, names) =>
    md`🔑 **${role(roleId)} ist eine Rolle mit Macht:** Sie erlaubt ${names.map((name) => powers[name]).join(', ')}. Das kann dann jeder, der sie hierdurch bekommt, jetzt oder später, auch über einen Quick-Link.`,
  givePowers: 'Ja, diese Macht vergeben',
  save: 'Speichern',
  end: 'Beenden',
  saved: md`Jetzt werden alle verglichen; was sich ändert, steht im Log-Kanal.`,
} satisfies Words['roles'];
