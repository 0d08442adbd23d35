import type { Words } from '../en/index.ts';
import type { Power } from '../en/roles.ts';
import { counter } from '../format.ts';
import { code, md, mentionOf } from '../markdown.ts';

const count = counter('de');

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
  description: 'Zeigt und ändert, welche Produkte und Pläne welche Rollen geben',
  list: 'Zeigt, welche Produkte und Pläne welche Rollen geben und zu welchen Bedingungen',
  map: 'Ordnet einem Produkt oder Plan eine Rolle zu: zeigt erst die Folgen und fragt dann',
  unmap: 'Entfernt eine Zuordnung: zeigt erst die Folgen und fragt dann',
  preview: 'Zeigt die Folgen einer Zuordnung, ohne sie zu speichern',
  per: 'Wie viele pro Seite',
  role: 'Die Rolle, die gegeben wird',
  source: 'Das Produkt oder der Plan, der sie gibt',
  condition: 'Solange die Mitgliedschaft Zugang gibt (Standard), oder solange eine Zahlung aussteht',
  conditions: { valid: 'Solange sie Zugang gibt', past_due: 'Solange eine Zahlung überfällig ist' },
  atEnd: 'Was geschieht, wenn die Mitgliedschaft endet',
  atEnds: { remove: 'Rolle entfernen', keep: 'Rolle behalten', kick: 'Mitglied vom Server entfernen' },
  graceDays: 'Tage, die die Rolle nach einem Ende bleibt, das ein Versehen sein kann',
  orphans: 'Was geschieht, wenn ein Mitglied die Rolle weder durch Mitgliedschaft noch von Rolekeeper hat',
  orphanses: { keep: 'Rolle behalten', strip: 'Rolle entfernen' },
  screening: 'Warten, bis Neue die Aufnahme in den Server abgeschlossen haben',
  mapping: 'Die Zuordnung',
  titles: {
    list: 'Zuordnungen von Rollen',
    map: 'Diese Zuordnung speichern?',
    unmap: 'Diese Zuordnung entfernen?',
    preview: 'Das würde diese Zuordnung ändern',
    mapped: 'Zuordnung gespeichert',
    unmapped: 'Zuordnung entfernt',
    gone: 'Diese Zuordnung gibt es nicht',
  },
  none: md`Noch ist keine Rolle zugeordnet. Ordne mit ${'/roles map'} die erste zu.`,
  noSuch: md`Vielleicht wurde sie inzwischen entfernt. ${'/roles list'} zeigt alle Zuordnungen.`,
  gives: (source, id, roleId) =>
    source === id
      ? md`${code(id)} gibt ${role(roleId)}`
      : md`**${source}** (${code(id)}) gibt ${role(roleId)}`,
  unknownSource: (id) =>
    md`⚠️ Kein Produkt oder Plan im Verkauf hat die ID ${code(id)}. Prüf die ID. Archivierte Pläne und Quick-Links werden nicht durchsucht.`,
  sameAsBefore: md`-# Diese Zuordnung gibt es schon, mit denselben Bedingungen.`,
  replaces: (before, after) => md`🔁 Das ändert die bestehende Zuordnung: ${before} → **${after}**`,
  terms: {
    pastDue: 'nur solange eine Zahlung überfällig ist',
    keep: 'bleibt am Ende',
    kick: 'am Ende wird das Mitglied vom Server entfernt',
    grace: (days) => `${count(days, 'Tag', 'Tage')} Frist`,
    strip: 'wird bei Mitgliedern ohne Mitgliedschaft entfernt',
    noScreening: 'schon vor der Aufnahme gegeben',
    usual: 'wird am Ende entfernt',
  },
  powers,
  gainsPowers: (roleId, names) =>
    md`🔑 **${role(roleId)} ist eine Rolle mit Macht:** Sie erlaubt ${names.map((name) => powers[name]).join(', ')}. Das können dann alle, die sie durch diese Zuordnung bekommen, jetzt oder später, auch über einen Quick-Link.`,
  givePowers: 'Ja, diese Macht vergeben',
  save: 'Speichern',
  end: 'Entfernen',
  saved: md`Jetzt werden alle Mitglieder geprüft; was sich ändert, steht im Log-Kanal.`,
} satisfies Words['roles'];
