import type { FaultDetails } from '../en/faults.ts';
import type { Words } from '../en/index.ts';
import type { Power } from '../en/roles.ts';
import { counter } from '../format.ts';
import { powers as names } from './roles.ts';

const count = counter('de');

const things: Readonly<Record<FaultDetails['thing'], string>> = {
  membership: 'diese Mitgliedschaft',
  plan: 'diesen Plan',
  webhook: 'diesen Webhook',
  thing: 'das',
};

const operations: Readonly<Record<FaultDetails['operation'], string>> = {
  'list memberships': 'keine Mitgliedschaften auflisten',
  'list plans': 'keine Pläne auflisten',
  'list products': 'keine Produkte auflisten',
  'list promo codes': 'keine Promo-Codes auflisten',
  'list webhooks': 'keine Webhooks auflisten',
  'list deliveries': 'keine Zustellungen auflisten',
  'look up memberships': 'keine Mitgliedschaften nachschlagen',
  'search memberships by that': 'danach nicht nach Mitgliedschaften suchen',
  'terminate memberships': 'keine Mitgliedschaften beenden',
  'cancel at the end of a period': 'nicht zum Ende eines Zeitraums kündigen',
  'undo a cancellation': 'keine Kündigung zurücknehmen',
  'add free days': 'keine freien Tage geben',
  'create plans': 'keine Pläne anlegen',
  'make quick links': 'keine Schnell-Links erstellen',
  'register webhooks': 'keine Webhooks anmelden',
  'rotate secrets of webhooks': 'Webhooks kein neues Geheimnis geben',
  'switch webhooks on and off': 'Webhooks nicht ein- und ausschalten',
  'do that': 'das nicht tun',
};

const risks: Readonly<Record<FaultDetails['risk'], string>> = {
  'days added twice':
    'Sieh dir die Mitgliedschaft an, bevor du es noch einmal versuchst, sonst kommen die Tage womöglich zweimal dazu.',
  'two plans':
    'Sieh in der Liste der Pläne nach, bevor du es noch einmal versuchst, sonst gibt es womöglich zwei.',
  'two webhooks':
    'Sieh in der Liste der Webhooks nach, bevor du es noch einmal versuchst, sonst gibt es womöglich zwei.',
  'secret lost': 'Hat er es getan, ist das neue Geheimnis verloren: Ersetz es noch einmal.',
  twice:
    'Sieh nach dem aktuellen Stand, bevor du es noch einmal versuchst, sonst geschieht es womöglich zweimal.',
};

const itSays = (said: string): string => (said === '' ? '' : ` Er sagt: ${said}`);
const list = (powers: readonly Power[]): string => powers.map((power) => names[power]).join(', ');

export const faults = {
  COMMERCE_UNAVAILABLE: ({ status, said }) =>
    status === 0
      ? 'Der Commerce Service ist nicht erreichbar. Versuch es in einer Minute noch einmal. Bleibt es so, sollte der Betreiber COMMERCE_URL prüfen.'
      : `Der Commerce Service ist gestört (${status}). Versuch es in einer Minute noch einmal.${itSays(said)}`,
  COMMERCE_UNASKABLE: 'Im Commerce Service können wir keine Mitgliedschaften mehr nachschlagen.',
  COMMERCE_CONTRADICTORY:
    'Der Commerce Service findet eine Mitgliedschaft nicht, die er gerade aufgelistet hat.',
  COMMERCE_REFUSED: ({ said }) =>
    `Der Commerce Service lehnt unseren API-Schlüssel ab (401). Der Betreiber sollte COMMERCE_API_KEY prüfen.${itSays(said)}`,
  COMMERCE_FORBIDDEN: ({ said }) =>
    `Unser API-Schlüssel darf das nicht (403). Gib ihm im Commerce Service das Recht dazu, oder bitte den Betreiber, COMMERCE_API_KEY auf einen anderen zu setzen.${itSays(said)}`,
  COMMERCE_NOT_FOUND: ({ thing }) =>
    `Der Commerce Service kennt ${things[thing]} nicht. Prüf die ID, oder wähle aus der Liste, die beim Tippen erscheint.`,
  COMMERCE_UNABLE: ({ operation }) =>
    `Rolekeeper kann in diesem Commerce Service ${operations[operation]}. Nimm dafür sein Dashboard.`,
  COMMERCE_DECLINED: ({ status, said }) => `Der Commerce Service lehnt das ab (${status}).${itSays(said)}`,
  COMMERCE_BUSY: ({ seconds }) =>
    `Der Commerce Service bekommt gerade zu viele Anfragen. Versuch es in ${seconds} s noch einmal.`,
  COMMERCE_SLOW: 'Der Commerce Service braucht zu lange. Versuch es in einer Minute noch einmal.',
  COMMERCE_ELSEWHERE: ({ status }) =>
    `Der Commerce Service leitet uns auf eine andere Adresse um (${status}). Der Betreiber sollte COMMERCE_URL auf die eigentliche Adresse setzen.`,
  COMMERCE_UNREADABLE:
    'Der Commerce Service hat eine Antwort geschickt, die Rolekeeper nicht lesen kann. Versuch es in einer Minute noch einmal.',
  COMMERCE_UNKNOWN_OUTCOME: ({ risk }) =>
    `Vielleicht hat der Commerce Service das getan, vielleicht nicht: Eine klare Antwort blieb aus. ${risks[risk]}`,
  ORDERED_ALREADY: 'Das wurde schon veranlasst. Sieh nach dem aktuellen Stand.',
  DISCORD_UNREADABLE:
    'Die Chat-Plattform hat eine Antwort geschickt, die Rolekeeper nicht lesen kann. Versuch es in einer Minute noch einmal.',
  DISCORD_UNAVAILABLE: 'Die Chat-Plattform antwortet nicht richtig. Versuch es in einer Minute noch einmal.',
  DISCORD_FIREWALL:
    'Eine Firewall vor der Chat-Plattform sperrt uns aus. Rolekeeper unterbricht seine Anfragen für eine Minute.',
  DISCORD_TOKEN_REFUSED:
    'Die Chat-Plattform lehnt unser Token ab. Der Betreiber sollte DISCORD_TOKEN prüfen.',
  COMMUNITY_REFUSED: ({ said }) =>
    said === '' ? 'Die Chat-Plattform lehnt das ab.' : `Die Chat-Plattform lehnt das ab. Sie sagt: ${said}`,
  ACCOUNT_REFUSED: ({ said }) =>
    `Die Chat-Plattform lehnt ab, was der Bot bei diesem Konto tun will, und nur bei diesem (${said}). Hat der Käufer ein falsches Konto genannt, bitte ihn, sein eigenes zu verknüpfen. Bei jedem Abgleich wird es noch einmal versucht.`,
  ROLE_FORBIDDEN:
    'Der Bot darf diese Rolle nicht ändern. Gib ihm „Rollen verwalten“ und zieh seine Rolle in den Einstellungen des Servers über diese.',
  ROLE_CONTESTED:
    'Ein anderer Bot oder ein Admin macht die Änderungen des Bots an dieser Rolle immer wieder rückgängig. Sieh im Audit-Log des Servers nach, wer das ist, und sorg dafür, dass er damit aufhört. Bis dahin versucht der Bot es bei jedem Abgleich einmal.',
  ROLE_DELETED: 'Diese Rolle wurde gelöscht. Ordne dem Plan eine andere zu.',
  ROLE_UNGIVABLE:
    'Diese Rolle gehört zu einer Integration oder zu allen; niemand kann sie von Hand vergeben.',
  ROLE_OF_EVERYBODY: 'Diese Rolle haben ohnehin alle.',
  ROLE_MANAGED: 'Diese Rolle gehört zu einer Integration; niemand kann sie von Hand vergeben.',
  ROLE_TOO_HIGH:
    'Diese Rolle steht auf gleicher Höhe wie die höchste des Bots oder darüber. Zieh die Rolle des Bots in den Einstellungen des Servers über sie.',
  MANAGE_ROLES_MISSING:
    'Dem Bot fehlt die Berechtigung „Rollen verwalten“. Gib sie seiner Rolle in den Einstellungen des Servers.',
  KICK_FORBIDDEN:
    'Der Bot darf dieses Mitglied nicht entfernen. Gib ihm „Mitglieder kicken“ und zieh seine Rolle in den Einstellungen des Servers über die des Mitglieds.',
  NO_MEMBER_LIST:
    'Der Bot kann die Mitglieder dieses Servers nicht auflisten und deshalb verpasste Änderungen nicht finden. Schalte im Entwicklerportal den „Server Members Intent“ ein; wurde der Bot vom Server entfernt, lade ihn wieder ein.',
  APPROVED_ELSEWHERE:
    'Die Admins eines anderen Servers, der dieselben Mitgliedschaften verkauft, haben eben bestätigt, dass diese zu Ende sind, und die Rollen werden schon entfernt. Sprich dich mit ihnen ab.',
  REFUSED_ELSEWHERE:
    'Die Admins eines anderen Servers, der dieselben Mitgliedschaften verkauft, haben entschieden, keine Rollen zu entfernen. Sprich dich mit ihnen ab. Dort lässt sich die Entscheidung mit /access problems ändern.',
  MEMBERSHIPS_UNREADABLE: ({ said }) =>
    `Rolekeeper kann nicht lesen, was der Commerce Service zu einigen Mitgliedschaften geschickt hat (${said}); ihre Mitglieder behalten deshalb ihre Rollen. Bitte den Betreiber, den Dienst zu prüfen. Sind seine Antworten wieder lesbar, erledigt sich das von selbst.`,
  SERVER_HIDDEN: 'Der Bot sieht diesen Server nicht mehr. Lade ihn wieder ein.',
  SERVER_LEFT: 'Der Bot ist nicht auf diesem Server. Lade ihn ein, oder beende die Zuordnung.',
  MAPPING_DAYS: ({ most }) => `Die Frist ist eine ganze Zahl von Tagen, von 0 bis ${most}.`,
  MAPPING_SOURCE:
    'Ordne die Rolle einem Produkt oder Plan zu: Wähle etwas aus der Liste, oder gib eine ID ein, die mit prod_ oder plan_ beginnt.',
  MAPPING_ROLE: 'Diese Rolle gibt es auf diesem Server nicht. Vielleicht wurde sie gelöscht.',
  OPERATORS_ONLY:
    'Das betrifft alle Server dieses Bots. Deshalb dürfen es nur seine Betreiber: der Besitzer seiner Anwendung im Entwicklerportal, oder Besitzer, Admins und Entwickler des Teams. Bitte einen von ihnen darum.',
  YOU_MAY_NOT_MANAGE_ROLES:
    'Um zu entscheiden, wer eine Rolle bekommt, brauchst du die Berechtigung „Rollen verwalten“. Bitte einen Admin darum, der sie hat.',
  ROLE_ABOVE_YOU:
    'Diese Rolle steht auf gleicher Höhe wie deine höchste oder darüber, also könntest du sie auch von Hand nicht vergeben. Bitte einen Admin darum, dessen höchste Rolle über ihr steht.',
  YOU_MAY_NOT_KICK:
    'Das kann Mitglieder vom Server entfernen; dafür brauchst du die Berechtigung „Mitglieder kicken“. Bitte einen Admin darum, der sie hat, oder wähle mit /roles map, dass am Ende etwas anderes geschieht.',
  YOU_MAY_NOT_KICK_ELSEWHERE:
    'Das kann das Mitglied auch von einem anderen Server mit diesem Bot entfernen; dort brauchst du dafür die Berechtigung „Mitglieder kicken“. Bitte einen Admin darum, der sie dort hat.',
  ROLE_OWNERS_ONLY: ({ powers }) =>
    `Diese Rolle erlaubt Folgendes: ${list(powers)}. Käufer könnten das dann auch; deshalb kann nur der Besitzer des Servers sie zuordnen.`,
  POWERS_UNCONFIRMED: ({ powers }) =>
    `Diese Rolle erlaubt Folgendes: ${list(powers)}. Das ist mehr, als du bestätigt hast. Ordne sie noch einmal zu und sieh dir an, was sie jetzt erlaubt.`,
  SETTINGS_INVALID: ({ most }) => `Gib die Tage als ganze Zahl von 0 bis ${most} an.`,
  DAYS_OUT_OF_RANGE: ({ most }) => `Verknüpfen lässt sich für 1 bis ${most} Tage untersagen.`,
  OPTIONS_OUT_OF_DATE: 'Dieser Befehl hat sich geändert. Gib ihn noch einmal ein.',
  TEXT_NOT_STORABLE:
    'Dieser Text enthält ein unsichtbares Zeichen, das nicht gespeichert werden kann. Tippe ihn noch einmal ein.',
  FORM_INCOMPLETE: 'Das Formular kam unvollständig zurück. Öffne es noch einmal.',
  CHANGE_DID_NOT_STICK: ({ changes }) =>
    `Die Chat-Plattform hat ${count(changes, 'Änderung', 'Änderungen')} an Rollen angenommen, aber nicht behalten.`,
  LOCK_BUSY:
    'Eine andere Änderung auf diesem Server dauert sehr lange. Versuch es in einer Minute noch einmal.',
  LOCK_LOST: 'Eine andere Instanz hat diesen Server übernommen.',
  MEMBERSHIP_NOT_SETTLED_YET:
    'Der Commerce Service widerspricht zu einer Mitgliedschaft dem Ereignis, das er gerade geschickt hat. Rolekeeper fragt eine Minute lang noch einmal.',
  MEMBERSHIP_NOT_FOUND_YET:
    'Der Commerce Service findet eine Mitgliedschaft nicht, zu der er gerade ein Ereignis geschickt hat. Rolekeeper fragt eine Minute lang noch einmal.',
  LOG_CHANNEL_CLOSED:
    'In den Log-Kanal lässt sich nicht schreiben. Gib dem Bot dort „Kanal ansehen“, „Nachrichten senden“ und „Links einbetten“, oder wähle mit /settings show einen anderen.',
  LOG_CHANNEL_UNKNOWN: 'Diesen Kanal gibt es nicht mehr. Wähle einen anderen.',
  LOG_CHANNEL_ELSEWHERE: 'Dieser Kanal ist auf einem anderen Server. Wähle einen von hier.',
  LOG_CHANNEL_NO_TEXT: 'Das ist kein Textkanal. Wähle einen Textkanal.',
  LOG_CHANNEL_HIDDEN:
    'Der Bot sieht diesen Kanal nicht. Gib ihm dort „Kanal ansehen“, oder wähle einen anderen.',
  LOG_CHANNEL_READ_ONLY:
    'Der Bot kann in diesem Kanal nicht schreiben. Gib ihm dort „Nachrichten senden“, oder wähle einen anderen.',
  LOG_CHANNEL_NO_CARDS:
    'Die Nachrichten des Bots wären in diesem Kanal leer. Gib ihm dort „Links einbetten“, oder wähle einen anderen.',
  TIMED_OUT: 'Es hat zu lange gedauert.',
  UNEXPECTED: 'Da ist etwas Unerwartetes schiefgegangen. Der Betreiber findet es im Protokoll.',
} satisfies Words['faults'];
