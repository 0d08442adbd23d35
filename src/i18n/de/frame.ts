import type { Words } from '../en/index.ts';
import { counter } from '../format.ts';
import { code, md } from '../markdown.ts';

const count = counter('de');

export const frame = {
  notHere:
    'Dieser Server ist für Rolekeeper nicht eingerichtet. Der Betreiber kann ihn in DISCORD_GUILD_IDS eintragen.',
  notAllowed: 'Das ist für Leute, die den Server verwalten dürfen (Berechtigung „Server verwalten“).',
  notYours:
    'Diese Knöpfe gehören der Person, die den Befehl gegeben hat. Gib ihn selbst, dann hast du eigene.',
  gone: 'Das ist abgelaufen. Gib den Befehl noch einmal.',
  done: 'Das ist schon erledigt. Gib den Befehl noch einmal, um den Stand zu sehen.',
  outOfDate: 'Der Bot hat sich seitdem geändert. Gib den Befehl noch einmal.',
  tooSlow:
    'Das hat zu lange gedauert, und wie weit es kam, ist ungewiss. Sieh nach dem Stand und versuch es dann noch einmal.',
  databaseGone:
    'Rolekeeper erreicht seine Datenbank nicht. Niemand verliert dadurch eine Rolle. Versuch es in einer Minute noch einmal und sieh erst nach dem Stand; bleibt es so, sag dem Betreiber Bescheid.',
  databaseFull:
    'Die Datenbank von Rolekeeper hat auf ihrem Speicher keinen Platz mehr. Niemand verliert dadurch eine Rolle. Sag dem Betreiber, dass er Platz schaffen soll, und versuch es dann noch einmal.',
  noControls:
    'Hier gibt es keine Knöpfe, denn die Datenbank kann sie gerade nicht aufheben. Gib den Befehl später noch einmal.',
  broken: 'Da ist etwas schiefgegangen, das nicht passieren darf. Bitte sag dem Betreiber Bescheid.',
  failed: 'Das hat nicht geklappt',
  errorId: (id) => md`-# Fehler ${code(id)}`,
  errorIdForOperator: (id) => md`-# Fehler ${code(id)}: so findet ihn der Betreiber im Protokoll.`,
  more: (count) => md`-# … und ${count} Zeilen mehr`,
  leftOut: (items) =>
    md`⚠️ ${count(items, 'Eintrag fehlt', 'Einträge fehlen')} hier: Was der Commerce Service dazu sagt, ergibt keinen Sinn.`,
  page: (page, pages) => `Seite ${page} von ${pages}`,
  part: (part, parts) => `Teil ${part} von ${parts}`,
  previous: 'Zurück',
  next: 'Weiter',
  cancel: 'Abbrechen',
  cancelled: 'Es wurde nichts geändert.',
} satisfies Words['frame'];
