import type { Words } from '../en/index.ts';
import { counter } from '../format.ts';
import { code, joined, md, mentionOf, moment } from '../markdown.ts';

const count = counter('de');
const { channel, member, role } = mentionOf;

/** Describes the reason for holding a sweep. */
const about = (losses: number, missing: number | null) =>
  missing === null
    ? `${count(losses, 'Rolle würde', 'Rollen würden')} auf einmal genommen`
    : `Der Commerce Service zeigt ${count(missing, 'Mitgliedschaft', 'Mitgliedschaften')} nicht mehr, die bisher Zugang gaben`;

export const doctor = {
  description: 'Prüft, ob alles geht, was Rolekeeper braucht, und nennt die Abhilfe, wo es nicht geht',
  allWell: 'Alles ist in Ordnung',
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
    'platform clock': 'Uhr, nach der Chat-Plattform',
    'service clock': 'Uhr, nach dem Commerce Service',
    database: 'Datenbank',
    queue: 'Warteschlange',
    sweep: 'Vergleich',
    held: 'Entscheidung',
    events: 'Ereignisse',
  },
  permissions: { 'manage roles': 'Rollen verwalten', 'kick members': 'Mitglieder kicken' },
  obstacles: {
    unknown: 'diesen Kanal gibt es nicht mehr',
    elsewhere: 'er ist auf einem anderen Server',
    'no text channel': 'er ist kein Textkanal',
    hidden: 'der Bot sieht ihn nicht; gib ihm dort „Kanal ansehen“',
    'read only': 'der Bot darf dort nicht schreiben; gib ihm „Nachrichten senden“',
    'no cards': 'die Nachrichten des Bots wären dort leer; gib ihm „Links einbetten“',
  },
  TOKEN_TAKEN: (name, operatorIds) =>
    operatorIds.length === 0
      ? md`Der Bot ist ${name}. Die Plattform nennt niemanden, der ihn betreibt; ${'/webhooks'} kann deshalb niemand benutzen.`
      : md`Der Bot ist ${name}, betrieben von ${joined(operatorIds.map(member), ', ')}.`,
  INTENT_ENABLED: md`Der Intent „Server Members“ ist eingeschaltet.`,
  INTENT_MISSING: md`Der Intent „Server Members“ ist aus. → Schalte ihn im Entwicklerportal unter „Bot“ ein.`,
  PERMISSIONS_GIVEN: md`Der Bot hat alle Berechtigungen, die er braucht.`,
  PERMISSION_MISSING: (name) =>
    md`„${name}“ fehlt. → Gib es der Rolle des Bots in den Einstellungen des Servers.`,
  NOTHING_MAPPED: md`Noch gibt nichts eine Rolle. → Mit ${'/roles map'} fängt es an.`,
  ROLES_IN_REACH: (roles) =>
    md`Der Bot kann ${count(roles, 'zugeordnete Rolle', 'zugeordnete Rollen')} geben.`,
  ROLE_DELETED: (id) =>
    md`Die Rolle ${code(id)} ist zugeordnet, aber gelöscht. → Beende ihre Zuordnung mit ${'/roles unmap'}.`,
  ROLE_OUT_OF_REACH: (id, obstacle) => md`${role(id)} lässt sich nicht geben. → ${obstacle}`,
  ROLE_POWERFUL: (id, powers) =>
    md`${role(id)} erlaubt ${powers.join(', ')}, und der Besitzer des Servers hat nicht bestätigt, dass Käufe sie geben. → Nimm der Rolle das, oder lass es den Besitzer mit ${'/roles map'} bestätigen.`,
  NO_LOG_CHANNEL: md`Es gibt keinen; so erfährt niemand von Problemen. → Wähle einen mit ${'/settings show'}.`,
  LOG_CHANNEL_WRITABLE: (id) => md`Der Bot kann in ${channel(id)} schreiben.`,
  LOG_CHANNEL_PUBLIC: (id) =>
    md`Alle auf dem Server können ${channel(id)} lesen: wer bezahlt hat, und was schiefgeht. → Wähle mit ${'/settings show'} einen anderen, oder nimm @everyone dort „Kanal ansehen“.`,
  LOG_CHANNEL_UNUSABLE: (id, obstacle) =>
    md`${channel(id)} geht nicht: ${obstacle}. Einen anderen wählst du mit ${'/settings show'}.`,
  WEBHOOK_REGISTERED: (url) => md`Der Commerce Service sagt ${code(url)}, was geschieht.`,
  WEBHOOK_DISABLED: (url) =>
    md`Der Webhook für ${code(url)} ist abgeschaltet. → Schalte ihn beim Commerce Service ein.`,
  WEBHOOK_MISSING: (url) =>
    md`Kein Webhook führt zu uns; Änderungen fallen erst nach Minuten auf. → Trag ${code(url)} beim Commerce Service ein.`,
  SERVICE_UNASKABLE: md`Dieser Commerce Service sagt nicht, welche Webhooks er hat. → Sieh in seinem Dashboard nach.`,
  DELIVERY_SEEN: (milliseconds) =>
    md`Eine signierte Zustellung an uns selbst kam nach ${count(milliseconds, 'Millisekunde', 'Millisekunden')} an.`,
  DELIVERY_REFUSED: (url, status) =>
    md`${code(url)} hat eine signierte Zustellung abgelehnt (${status}). → Überall muss dasselbe COMMERCE_WEBHOOK_SECRET gesetzt sein.`,
  DELIVERY_NOT_STORED: (url) =>
    md`${code(url)} kann eine signierte Zustellung gerade nicht speichern. → Sieh nach der Datenbank dort: Antwortet sie, und hat ihr Speicher Platz?`,
  DELIVERY_UNREACHABLE: (url) =>
    md`Unter ${code(url)} antwortet nichts. → Prüf PUBLIC_URL und den Weg dorthin von außen.`,
  DELIVERY_ELSEWHERE: (url) =>
    md`Unter ${code(url)} antwortet etwas anderes als Rolekeeper, oder eines mit anderer Datenbank. → Prüf PUBLIC_URL.`,
  KEY_TAKEN: md`Der Commerce Service nimmt unseren Schlüssel an, zum Lesen und Schreiben.`,
  KEY_REFUSED: md`Der Commerce Service lehnt unseren Schlüssel ab. → Setz COMMERCE_API_KEY auf einen gültigen.`,
  KEY_CANT_READ: md`Unser Schlüssel darf nicht lesen. → Gib ihm beim Commerce Service das Recht, oder setz einen anderen COMMERCE_API_KEY.`,
  KEY_CANT_WRITE: md`Unser Schlüssel darf lesen, aber nicht schreiben; Mitgliedschaften lassen sich von hier nicht ändern. → Gib ihm das Recht.`,
  CLOCK_RIGHT: md`Die Uhr geht richtig.`,
  CLOCK_WRONG: (seconds) =>
    md`Die Uhr dieser Maschine geht ${count(Math.abs(seconds), 'Sekunde', 'Sekunden')} ${seconds > 0 ? 'nach' : 'vor'}. → Lass sie über NTP stellen: Signaturen haben eine Zeit.`,
  CLOCK_UNKNOWN: md`Die Gegenseite nennt ihre Zeit nicht; so ist über unsere nichts bekannt.`,
  DATABASE_FINE: (milliseconds, version) => md`PostgreSQL ${version} antwortet in ${milliseconds} ms.`,
  DATABASE_SLOW: (milliseconds, version) =>
    md`PostgreSQL ${version} braucht ${milliseconds} ms für eine leichte Frage. → Sieh nach seiner Last und dem Weg dorthin.`,
  DATABASE_GONE: md`Sie ist nicht erreichbar: Nichts wird gespeichert, und alle Rollen bleiben, wie sie sind. → Sieh nach, ob PostgreSQL läuft, DATABASE_URL stimmt und der Weg dorthin offen ist. Rolekeeper macht dann von selbst weiter.`,
  DATABASE_FULL: md`Ihr Speicher ist voll: Nichts wird gespeichert, und alle Rollen bleiben, wie sie sind. → Schaff dort Platz. Rolekeeper macht dann von selbst weiter.`,
  NEEDS_DATABASE: md`Das lässt sich ohne die Datenbank nicht sagen.`,
  MIGRATIONS_PENDING: (migrations) =>
    md`${count(migrations, 'Migration fehlt', 'Migrationen fehlen')}. → Starte Rolekeeper neu.`,
  QUEUE_FLOWS: (waiting) => md`${count(waiting, 'Auftrag wartet', 'Aufträge warten')}.`,
  QUEUE_BEHIND: (waiting, oldest) =>
    md`${count(waiting, 'Auftrag wartet', 'Aufträge warten')}${oldest ? md`, der älteste seit ${moment(oldest, 'relative')}` : ''}. → Sieh nach, ob ein Prozess den Teil „worker“ ausführt.`,
  SWEEP_DONE: (at) => md`Alle wurden ${moment(at, 'relative')} verglichen.`,
  SWEEP_LATE: (at) =>
    md`Alle wurden zuletzt ${moment(at, 'relative')} verglichen. → Sieh nach, ob ein Prozess den Teil „worker“ ausführt.`,
  SWEEP_NEVER: md`Noch wurde niemand verglichen. → ${'/access sync'} tut es jetzt.`,
  NOTHING_HELD: md`Keine wartet auf einen Admin.`,
  SWEEP_HELD: (since, losses, missing) =>
    md`${about(losses, missing)}: Seit ${moment(since, 'time')} wird niemandem etwas genommen, bevor ein Admin entscheidet. → Entscheide mit ${'/access problems'}.`,
  SWEEP_REFUSED: (since, losses, missing) =>
    md`${about(losses, missing)}: Ein Admin hat das abgelehnt, also wird nichts genommen (gefragt ${moment(since, 'relative')}). → War das falsch, nimmt ${'/access problems'} die Rollen doch.`,
  EVENT_RECEIVED: (at) => md`Das letzte kam ${moment(at, 'relative')} an.`,
  EVENT_NEVER: md`Noch kam keines an. Vor dem ersten Kauf ist das in Ordnung.`,
  EVENTS_UNWORKED: (events, oldest) =>
    md`${count(events, 'Ereignis wartet', 'Ereignisse warten')} auf Bearbeitung, das älteste seit ${moment(oldest, 'relative')}. → ${'/access problems'} zeigt, was scheiterte.`,
  TIMED_OUT: md`Es kam keine Antwort zur rechten Zeit. → Prüf es in einer Minute noch einmal.`,
  UNEXPECTED: md`Das ließ sich nicht prüfen. → Der Betreiber findet den Grund im Protokoll.`,
} satisfies Words['doctor'];
