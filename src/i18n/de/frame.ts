import type { Words } from '../en/index.ts';
import { counter } from '../format.ts';
import { code, md } from '../markdown.ts';

const count = counter('de');

export const frame = {
  notHere:
    'Dieser Server ist für Rolekeeper nicht eingerichtet. Der Betreiber kann ihn in DISCORD_GUILD_IDS eintragen.',
  notAllowed: 'Dafür brauchst du die Berechtigung „Server verwalten“.',
  notYours:
    'Nur wer den Befehl gegeben hat, kann diese Knöpfe benutzen. Gib ihn selbst, um eigene zu bekommen.',
  gone: 'Das ist abgelaufen. Gib den Befehl noch einmal.',
  done: 'Das ist schon erledigt. Gib den Befehl noch einmal, um den aktuellen Stand zu sehen.',
  outOfDate: 'Der Bot wurde seitdem aktualisiert. Gib den Befehl noch einmal.',
  tooSlow:
    'Das hat zu lange gedauert und ist vielleicht nur zum Teil geschehen. Sieh nach dem aktuellen Stand und versuch es dann noch einmal.',
  databaseGone:
    'Rolekeeper erreicht seine Datenbank nicht. Niemand verliert dadurch eine Rolle. Versuch es in einer Minute noch einmal, aber sieh erst nach dem aktuellen Stand. Bleibt es so, sag dem Betreiber Bescheid.',
  databaseFull:
    'Der Speicher der Datenbank von Rolekeeper ist voll. Niemand verliert dadurch eine Rolle. Bitte den Betreiber, Platz zu schaffen, und versuch es dann noch einmal.',
  noControls:
    'Hier fehlen die Knöpfe, denn die Datenbank kann sie gerade nicht speichern. Gib den Befehl später noch einmal.',
  broken: 'Da ist etwas Unerwartetes schiefgegangen. Bitte sag dem Betreiber Bescheid.',
  failed: 'Das hat nicht geklappt',
  errorId: (id) => md`-# Fehler ${code(id)}`,
  errorIdForOperator: (id) => md`-# Fehler ${code(id)}: so findet ihn der Betreiber im Protokoll.`,
  more: (lines) => md`-# … und ${count(lines, 'weitere Zeile', 'weitere Zeilen')}`,
  leftOut: (items) =>
    md`⚠️ ${count(items, 'Eintrag fehlt', 'Einträge fehlen')} hier: Was der Commerce Service dazu geschickt hat, ist nicht lesbar.`,
  page: (page, pages) => `Seite ${page} von ${pages}`,
  part: (part, parts) => `Teil ${part} von ${parts}`,
  previous: 'Zurück',
  next: 'Weiter',
  cancel: 'Abbrechen',
  cancelled: 'Es wurde nichts geändert.',
} satisfies Words['frame'];
