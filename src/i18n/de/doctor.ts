import type { Words } from '../en/index.ts';
import { counter, pluralIn } from '../format.ts';
import { code, joined, md, mentionOf, moment } from '../markdown.ts';

const count = counter('de');
const plural = pluralIn('de');
const { channel, member, role } = mentionOf;

/** Describes the reason for holding a sweep. */
const about = (losses: number, missing: number | null) =>
  missing === null
    ? `${count(losses, 'Rolle würde', 'Rollen würden')} auf einmal entfernt`
    : `Der Commerce Service zeigt ${count(missing, 'Mitgliedschaft', 'Mitgliedschaften')} nicht mehr, die bisher Zugang ${plural(missing, 'gab', 'gaben')}`;

export const doctor = {
  description: 'Prüft alles, was Rolekeeper braucht, und nennt zu jedem Fehler die Abhilfe',
  allWell: 'Alles funktioniert',
  failed: (failed) => count(failed, 'Fehler', 'Fehler'),
  warned: (warned) => count(warned, 'Hinweis', 'Hinweise'),
  again: 'Noch einmal prüfen',
  checks: {
    token: 'Token',
    intents: 'Intents',
    permissions: 'Berechtigungen',
    hierarchy: 'Rollen',
    'log channel': 'Log-Kanal',
    webhook: 'Webhook',
    delivery: 'Testzustellung',
    key: 'API-Schlüssel',
    'platform clock': 'Uhr (Chat-Plattform)',
    'service clock': 'Uhr (Commerce Service)',
    database: 'Datenbank',
    queue: 'Warteschlange',
    sweep: 'Abgleich',
    held: 'Offene Entscheidung',
    events: 'Ereignisse',
  },
  permissions: { 'manage roles': 'Rollen verwalten', 'kick members': 'Mitglieder kicken' },
  obstacles: {
    unknown: 'den Kanal gibt es nicht mehr',
    elsewhere: 'er ist auf einem anderen Server',
    'no text channel': 'er ist kein Textkanal',
    hidden: 'der Bot sieht ihn nicht; gib ihm dort „Kanal ansehen“',
    'read only': 'der Bot kann dort nicht schreiben; gib ihm „Nachrichten senden“',
    'no cards': 'die Nachrichten des Bots wären dort leer; gib ihm „Links einbetten“',
  },
  TOKEN_TAKEN: (name, operatorIds) =>
    operatorIds.length === 0
      ? md`Der Bot ist ${name}. Die Plattform nennt keinen Betreiber; deshalb kann niemand ${'/webhooks'} benutzen.`
      : md`Der Bot ist ${name}, betrieben von ${joined(operatorIds.map(member), ', ')}.`,
  INTENT_ENABLED: md`Der Intent „Server Members“ ist eingeschaltet.`,
  INTENT_MISSING: md`Der Intent „Server Members“ ist aus. → Schalte ihn im Entwicklerportal unter „Bot“ ein.`,
  PERMISSIONS_GIVEN: md`Der Bot hat alle Berechtigungen, die er braucht.`,
  PERMISSION_MISSING: (name) =>
    md`„${name}“ fehlt. → Gib es der Rolle des Bots in den Einstellungen des Servers.`,
  NOTHING_MAPPED: md`Noch ist keine Rolle zugeordnet. → Ordne mit ${'/roles map'} die erste zu.`,
  ROLES_IN_REACH: (roles) =>
    md`Der Bot kann ${count(roles, 'zugeordnete Rolle', 'zugeordnete Rollen')} geben.`,
  ROLE_DELETED: (id) =>
    md`Die Rolle ${code(id)} ist zugeordnet, aber gelöscht. → Entferne ihre Zuordnung mit ${'/roles unmap'}.`,
  ROLE_OUT_OF_REACH: (id, obstacle) => md`${role(id)} lässt sich nicht geben. → ${obstacle}`,
  ROLE_POWERFUL: (id, powers) =>
    md`${role(id)} erlaubt ${powers.join(', ')}, und der Besitzer des Servers hat nicht bestätigt, dass Käufe sie geben dürfen. → Nimm der Rolle diese Berechtigungen, oder lass sie den Besitzer mit ${'/roles map'} bestätigen.`,
  NO_LOG_CHANNEL: md`Kein Log-Kanal ist eingestellt; deshalb werden Probleme nicht gemeldet. → Wähle einen mit ${'/settings show'}.`,
  LOG_CHANNEL_WRITABLE: (id) => md`Der Bot kann in ${channel(id)} schreiben.`,
  LOG_CHANNEL_PUBLIC: (id) =>
    md`Alle auf dem Server können ${channel(id)} lesen und sehen, wer bezahlt hat und was schiefgeht. → Wähle mit ${'/settings show'} einen anderen Kanal, oder nimm @everyone dort „Kanal ansehen“.`,
  LOG_CHANNEL_UNUSABLE: (id, obstacle) =>
    md`${channel(id)} lässt sich nicht benutzen: ${obstacle}. Einen anderen Kanal wählst du mit ${'/settings show'}.`,
  WEBHOOK_REGISTERED: (url) => md`Der Commerce Service schickt Ereignisse an ${code(url)}.`,
  WEBHOOK_DISABLED: (url) =>
    md`Der Webhook für ${code(url)} ist ausgeschaltet. → Schalte ihn im Commerce Service ein.`,
  WEBHOOK_MISSING: (url) =>
    md`Kein Webhook führt zu Rolekeeper; Änderungen fallen erst nach Minuten auf. → Trag ${code(url)} im Commerce Service ein.`,
  SERVICE_UNASKABLE: md`Dieser Commerce Service kann seine Webhooks nicht auflisten. → Sieh in seinem Dashboard nach.`,
  DELIVERY_SEEN: (milliseconds) =>
    md`Eine signierte Testzustellung kam nach ${count(milliseconds, 'Millisekunde', 'Millisekunden')} an.`,
  DELIVERY_REFUSED: (url, status) =>
    md`${code(url)} hat eine signierte Testzustellung abgelehnt (${status}). → Setz überall dasselbe COMMERCE_WEBHOOK_SECRET.`,
  DELIVERY_NOT_STORED: (url) =>
    md`${code(url)} kann Zustellungen gerade nicht speichern. → Prüf, ob die Datenbank dort antwortet und Platz auf ihrem Speicher hat.`,
  DELIVERY_UNREACHABLE: (url) =>
    md`Unter ${code(url)} antwortet nichts. → Prüf PUBLIC_URL, und ob sie von außen erreichbar ist.`,
  DELIVERY_ELSEWHERE: (url) =>
    md`Unter ${code(url)} antwortet ein anderes Programm oder ein Rolekeeper mit anderer Datenbank. → Prüf PUBLIC_URL.`,
  KEY_TAKEN: md`Der Commerce Service nimmt unseren API-Schlüssel zum Lesen und Schreiben an.`,
  KEY_REFUSED: md`Der Commerce Service lehnt unseren API-Schlüssel ab. → Setz COMMERCE_API_KEY auf einen gültigen.`,
  KEY_CANT_READ: md`Unser API-Schlüssel darf nicht lesen. → Gib ihm im Commerce Service das Recht dazu, oder setz einen anderen COMMERCE_API_KEY.`,
  KEY_CANT_WRITE: md`Unser API-Schlüssel darf lesen, aber nicht schreiben; Mitgliedschaften lassen sich von hier nicht ändern. → Gib ihm im Commerce Service das Recht dazu.`,
  CLOCK_RIGHT: md`Die Uhr geht richtig.`,
  CLOCK_WRONG: (seconds) =>
    md`Die Uhr dieser Maschine geht ${count(Math.abs(seconds), 'Sekunde', 'Sekunden')} ${seconds > 0 ? 'nach' : 'vor'}. → Lass sie über NTP stellen: Signaturen enthalten die Zeit.`,
  CLOCK_UNKNOWN: md`Die Antwort enthält keine Zeit; deshalb lässt sich unsere Uhr nicht prüfen.`,
  DATABASE_FINE: (milliseconds, version) => md`PostgreSQL ${version} antwortet in ${milliseconds} ms.`,
  DATABASE_SLOW: (milliseconds, version) =>
    md`PostgreSQL ${version} braucht ${milliseconds} ms für eine einfache Abfrage. → Prüf seine Last und das Netz dazwischen.`,
  DATABASE_GONE: md`Rolekeeper erreicht sie nicht: Nichts wird gespeichert, und alle Rollen bleiben, wie sie sind. → Prüf, ob PostgreSQL läuft, DATABASE_URL stimmt und das Netz die Verbindung zulässt. Rolekeeper macht dann von selbst weiter.`,
  DATABASE_FULL: md`Ihr Speicher ist voll: Nichts wird gespeichert, und alle Rollen bleiben, wie sie sind. → Schaff Platz. Rolekeeper macht dann von selbst weiter.`,
  NEEDS_DATABASE: md`Diese Prüfung braucht die Datenbank.`,
  MIGRATIONS_PENDING: (migrations) =>
    md`${count(migrations, 'Migration fehlt', 'Migrationen fehlen')}. → Starte Rolekeeper neu.`,
  QUEUE_FLOWS: (waiting) => md`${count(waiting, 'Auftrag wartet', 'Aufträge warten')}.`,
  QUEUE_BEHIND: (waiting, oldest) =>
    md`${count(waiting, 'Auftrag wartet', 'Aufträge warten')}${oldest ? md`, der älteste entstand ${moment(oldest, 'relative')}` : ''}. → Prüf, ob ein Prozess den Teil „worker“ ausführt.`,
  SWEEP_DONE: (at) => md`Letzter vollständiger Abgleich: ${moment(at, 'relative')}.`,
  SWEEP_LATE: (at) =>
    md`Letzter vollständiger Abgleich: ${moment(at, 'relative')}. → Prüf, ob ein Prozess den Teil „worker“ ausführt.`,
  SWEEP_NEVER: md`Noch ist kein Abgleich fertig. → Starte einen mit ${'/access sync'}.`,
  NOTHING_HELD: md`Nichts wartet auf einen Admin.`,
  SWEEP_HELD: (since, losses, missing) =>
    md`${about(losses, missing)}. Seit ${moment(since, 'time')} wartet das auf einen Admin. → Entscheide mit ${'/access problems'}.`,
  SWEEP_REFUSED: (since, losses, missing) =>
    md`${about(losses, missing)}. Ein Admin hat das abgelehnt, deshalb entfernen Abgleiche diese Rollen nicht (gefragt ${moment(since, 'relative')}). → War das ein Irrtum, entferne sie mit ${'/access problems'}.`,
  EVENT_RECEIVED: (at) => md`Das letzte Ereignis kam ${moment(at, 'relative')} an.`,
  EVENT_NEVER: md`Noch kam kein Ereignis an. Vor dem ersten Kauf ist das normal.`,
  EVENTS_UNWORKED: (events, oldest) =>
    md`${count(events, 'Ereignis wartet', 'Ereignisse warten')} auf Bearbeitung; das älteste kam ${moment(oldest, 'relative')} an. → ${'/access problems'} zeigt, was scheiterte.`,
  TIMED_OUT: md`Es kam nicht rechtzeitig eine Antwort. → Prüf es in einer Minute noch einmal.`,
  UNEXPECTED: md`Diese Prüfung ist unerwartet gescheitert. → Der Betreiber findet den Grund im Protokoll.`,
} satisfies Words['doctor'];
