import type { Words } from '../en/index.ts';
import { powers as names } from './roles.ts';

export const faults: Words['faults'] = {
  COMMERCE_UNAVAILABLE:
    'Der Commerce Service ist nicht erreichbar oder gestört. Versuch es in einer Minute noch einmal. Bleibt es so, sollte der Betreiber COMMERCE_URL prüfen.',
  COMMERCE_REFUSED:
    'Der Commerce Service lehnt unseren API-Schlüssel ab. Der Betreiber sollte COMMERCE_API_KEY prüfen.',
  COMMERCE_FORBIDDEN:
    'Unser API-Schlüssel darf das nicht. Gib ihm im Commerce Service das Recht dazu, oder bitte den Betreiber, COMMERCE_API_KEY auf einen anderen zu setzen.',
  COMMERCE_NOT_FOUND:
    'Der Commerce Service kennt das nicht. Prüf die ID, oder wähle aus der Liste, die beim Tippen erscheint.',
  COMMERCE_UNABLE: 'Das kann Rolekeeper in diesem Commerce Service nicht tun. Tu es in seinem Dashboard.',
  COMMERCE_DECLINED: ({ said }) =>
    said ? `Der Commerce Service lehnt das ab. Er sagt: ${said}` : 'Der Commerce Service lehnt das ab.',
  COMMERCE_BUSY: ({ seconds = 60 }) =>
    `Der Commerce Service bekommt gerade zu viele Anfragen. Versuch es in ${seconds} s noch einmal.`,
  COMMERCE_SLOW: 'Der Commerce Service braucht zu lange. Versuch es in einer Minute noch einmal.',
  COMMERCE_ELSEWHERE:
    'Der Commerce Service leitet uns auf eine andere Adresse um. Der Betreiber sollte COMMERCE_URL auf die eigentliche Adresse setzen.',
  COMMERCE_UNREADABLE:
    'Der Commerce Service hat eine Antwort geschickt, die Rolekeeper nicht lesen kann. Versuch es in einer Minute noch einmal.',
  COMMERCE_UNKNOWN_OUTCOME:
    'Vielleicht hat der Commerce Service das getan, vielleicht nicht: Eine klare Antwort blieb aus. Sieh nach dem aktuellen Stand, bevor du es noch einmal versuchst, sonst geschieht es womöglich zweimal.',
  ORDERED_ALREADY: 'Das wurde schon veranlasst. Sieh nach dem aktuellen Stand.',
  DISCORD_UNREADABLE:
    'Die Chat-Plattform hat eine Antwort geschickt, die Rolekeeper nicht lesen kann. Versuch es in einer Minute noch einmal.',
  DISCORD_UNAVAILABLE: 'Die Chat-Plattform antwortet nicht richtig. Versuch es in einer Minute noch einmal.',
  DISCORD_TOKEN_REFUSED:
    'Die Chat-Plattform lehnt unser Token ab. Der Betreiber sollte DISCORD_TOKEN prüfen.',
  COMMUNITY_REFUSED: ({ said }) =>
    said ? `Die Chat-Plattform lehnt das ab. Sie sagt: ${said}` : 'Die Chat-Plattform lehnt das ab.',
  ACCOUNT_REFUSED: ({ said = '' }) =>
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
  MEMBERSHIPS_UNREADABLE: ({ said = '' }) =>
    `Rolekeeper kann nicht lesen, was der Commerce Service zu einigen Mitgliedschaften geschickt hat (${said}); ihre Mitglieder behalten deshalb ihre Rollen. Bitte den Betreiber, den Dienst zu prüfen. Sind seine Antworten wieder lesbar, erledigt sich das von selbst.`,
  SERVER_HIDDEN: 'Der Bot sieht diesen Server nicht mehr. Lade ihn wieder ein.',
  SERVER_LEFT: 'Der Bot ist nicht auf diesem Server. Lade ihn ein, oder beende die Zuordnung.',
  MAPPING_DAYS: 'Die Frist ist eine ganze Zahl von Tagen, von 0 bis 365.',
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
    'Das entfernt Mitglieder vom Server, wenn ihre Mitgliedschaft endet; dafür brauchst du die Berechtigung „Mitglieder kicken“. Wähle, dass am Ende etwas anderes geschieht, oder bitte einen Admin darum, der sie hat.',
  ROLE_OWNERS_ONLY: ({ powers = [] }) =>
    `Diese Rolle erlaubt Folgendes: ${powers.map((power) => names[power]).join(', ')}. Käufer könnten das dann auch; deshalb kann nur der Besitzer des Servers sie zuordnen.`,
  POWERS_UNCONFIRMED:
    'Diese Rolle erlaubt mehr, als dir gezeigt wurde. Ruf /roles map noch einmal auf und sieh dir an, was sie jetzt erlaubt.',
  SETTINGS_INVALID: 'Gib die Tage als ganze Zahl von 0 bis 365 an.',
  OPTIONS_OUT_OF_DATE: 'Dieser Befehl hat sich geändert. Gib ihn noch einmal ein.',
  FORM_INCOMPLETE: 'Das Formular kam unvollständig zurück. Öffne es noch einmal.',
  CHANGE_DID_NOT_STICK: 'Die Plattform hat Änderungen an Rollen angenommen, aber nicht behalten.',
  LOCK_BUSY: 'Eine andere Änderung auf diesem Server dauert sehr lange.',
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
};
