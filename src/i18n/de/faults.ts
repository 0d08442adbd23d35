import type { Words } from '../en/index.ts';
import { powers as names } from './roles.ts';

export const faults: Words['faults'] = {
  COMMERCE_UNAVAILABLE:
    'Der Commerce Service ist nicht erreichbar oder gestört. Versuch es in einer Minute noch einmal; bleibt es so, sollte der Betreiber COMMERCE_URL prüfen.',
  COMMERCE_REFUSED:
    'Der Commerce Service lehnt unseren API-Schlüssel ab. Der Betreiber sollte COMMERCE_API_KEY prüfen.',
  COMMERCE_FORBIDDEN:
    'Unser API-Schlüssel darf das nicht. Gib ihm im Commerce Service das Recht, oder der Betreiber setzt COMMERCE_API_KEY auf einen anderen.',
  COMMERCE_NOT_FOUND:
    'Das kennt der Commerce Service nicht. Prüf die ID oder wähle aus der Liste, die beim Tippen erscheint.',
  COMMERCE_UNABLE: 'Das kann dieser Commerce Service nicht für uns tun. Tu es in seinem eigenen Dashboard.',
  COMMERCE_DECLINED: ({ said }) =>
    said ? `Der Commerce Service lehnt das ab. Er sagt: ${said}` : 'Der Commerce Service lehnt das ab.',
  COMMERCE_BUSY: ({ seconds = 60 }) =>
    `Der Commerce Service wird gerade zu viel gefragt. Versuch es in ${seconds} s noch einmal.`,
  COMMERCE_SLOW: 'Der Commerce Service braucht zu lange. Versuch es in einer Minute noch einmal.',
  COMMERCE_ELSEWHERE:
    'Der Commerce Service schickt uns woandershin. Der Betreiber sollte COMMERCE_URL auf dessen eigene Adresse setzen.',
  COMMERCE_UNREADABLE:
    'Der Commerce Service hat etwas Unverständliches geantwortet. Versuch es in einer Minute noch einmal.',
  COMMERCE_UNKNOWN_OUTCOME:
    'Vielleicht hat der Commerce Service das getan, vielleicht nicht: Eine klare Antwort blieb aus. Sieh erst nach, wie es steht, sonst geschieht es am Ende zweimal.',
  ORDERED_ALREADY: 'Das wurde schon veranlasst. Sieh nach, wie es jetzt steht.',
  DISCORD_UNREADABLE:
    'Die Chat-Plattform hat etwas Unverständliches geantwortet. Versuch es in einer Minute noch einmal.',
  DISCORD_UNAVAILABLE:
    'Die Chat-Plattform antwortet nicht, wie sie sollte. Versuch es in einer Minute noch einmal.',
  DISCORD_TOKEN_REFUSED:
    'Die Chat-Plattform lehnt unser Token ab. Der Betreiber sollte DISCORD_TOKEN prüfen.',
  COMMUNITY_REFUSED: ({ said }) =>
    said ? `Die Chat-Plattform lehnt das ab. Sie sagt: ${said}` : 'Die Chat-Plattform lehnt das ab.',
  ACCOUNT_REFUSED: ({ said = '' }) =>
    `Die Chat-Plattform lehnt ab, was der Bot bei diesem Konto tun will, und nur bei diesem (${said}). Hat der Käufer ein falsches Konto genannt, soll er sein eigenes verknüpfen. Bei jedem Vergleich wird es noch einmal versucht.`,
  ROLE_FORBIDDEN:
    'Der Bot darf diese Rolle nicht ändern. Gib ihm „Rollen verwalten“ und zieh seine Rolle in den Einstellungen des Servers über diese.',
  ROLE_CONTESTED:
    'Jemand anders macht immer wieder rückgängig, was der Bot mit dieser Rolle tut. Sieh im Audit-Log des Servers nach, wer das ist, vielleicht ein anderer Bot, und sorg dafür, dass er die Rolle in Ruhe lässt. Bis dahin versucht der Bot es bei jedem Vergleich einmal.',
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
    'Der Bot bekommt nicht zu sehen, wer auf diesem Server ist, und findet so nicht, was ihm entgangen ist. Schalte im Entwicklerportal den „Server Members Intent“ ein; wurde der Bot vom Server entfernt, lade ihn wieder ein.',
  APPROVED_ELSEWHERE:
    'Die Admins eines anderen Servers, der dieselben Mitgliedschaften verkauft, haben eben gesagt, dass diese zu Ende sind, und das wird ausgeführt. Klär das mit ihnen.',
  REFUSED_ELSEWHERE:
    'Die Admins eines anderen Servers, der dieselben Mitgliedschaften verkauft, haben gesagt, dass nichts genommen wird. Klär das mit ihnen: Dort lässt sich die Antwort mit /access problems ändern.',
  MEMBERSHIPS_UNREADABLE: ({ said = '' }) =>
    `Was der Commerce Service über einige Mitgliedschaften sagt, ergibt keinen Sinn (${said}); wer sie hat, behält deshalb seine Rollen. Lass den Dienst prüfen: Ergeben seine Antworten wieder Sinn, erledigt sich das von selbst.`,
  SERVER_HIDDEN: 'Der Bot sieht diesen Server nicht mehr. Lade ihn wieder ein.',
  SERVER_LEFT: 'Der Bot ist nicht auf diesem Server. Lade ihn ein, oder beende die Zuordnung.',
  MAPPING_DAYS: 'Die Frist ist eine ganze Zahl von Tagen, von 0 bis 365.',
  MAPPING_SOURCE:
    'Rollen werden von Produkten und Plänen gegeben: Wähle etwas aus der Liste, oder gib eine ID, die mit prod_ oder plan_ beginnt.',
  MAPPING_ROLE: 'Diese Rolle gibt es auf diesem Server nicht. Vielleicht wurde sie gelöscht.',
  OPERATORS_ONLY:
    'Das betrifft alle Server dieses Bots. Deshalb dürfen es nur die, die ihn betreiben: der Besitzer seiner Anwendung im Entwicklerportal oder Besitzer, Admins und Entwickler des Teams. Bitte jemanden von ihnen.',
  YOU_MAY_NOT_MANAGE_ROLES:
    'Hier geht es darum, wer eine Rolle bekommt; dafür brauchst du selbst die Berechtigung „Rollen verwalten“. Bitte jemanden, der sie hat.',
  ROLE_ABOVE_YOU:
    'Hier geht es um eine Rolle auf gleicher Höhe wie deine höchste oder darüber, die du auch von Hand nicht vergeben könntest. Bitte jemanden, der über ihr steht.',
  YOU_MAY_NOT_KICK:
    'Das würde Mitglieder am Ende vom Server entfernen; dafür brauchst du selbst die Berechtigung „Mitglieder kicken“. Wähle ein anderes Ende, oder bitte jemanden, der sie hat.',
  ROLE_OWNERS_ONLY: ({ powers = [] }) =>
    `Das gibt eine Rolle, die Folgendes erlaubt: ${powers.map((power) => names[power]).join(', ')}. Wer kauft, könnte das dann auch; deshalb kann es nur der Besitzer des Servers veranlassen.`,
  POWERS_UNCONFIRMED:
    'Diese Rolle erlaubt mehr, als dir gezeigt wurde. Ruf /roles map noch einmal auf und sieh dir an, was sie jetzt erlaubt.',
  SETTINGS_INVALID: 'Tage sind eine ganze Zahl von 0 bis 365.',
  OPTIONS_OUT_OF_DATE: 'Dieser Befehl hat sich geändert. Tipp ihn noch einmal.',
  FORM_INCOMPLETE: 'Das Formular kam unvollständig zurück. Öffne es noch einmal.',
  CHANGE_DID_NOT_STICK: 'Die Plattform hat Änderungen an Rollen angenommen, aber nicht behalten.',
  LANE_BUSY: 'Eine andere Änderung auf diesem Server dauert sehr lange.',
  LANE_LOST: 'Eine andere Instanz hat diesen Server übernommen.',
  MEMBERSHIP_NOT_SETTLED_YET:
    'Der Commerce Service sagt von einer Mitgliedschaft das Gegenteil dessen, was er gerade gemeldet hat. Er wird eine Minute lang noch einmal gefragt.',
  MEMBERSHIP_NOT_FOUND_YET:
    'Der Commerce Service kennt eine Mitgliedschaft nicht, von der er eben erst erzählt hat.',
  LOG_CHANNEL_CLOSED:
    'In den Log-Kanal lässt sich nicht schreiben. Gib dem Bot dort „Kanal ansehen“, „Nachrichten senden“ und „Links einbetten“, oder wähle mit /settings show einen anderen.',
  LOG_CHANNEL_UNKNOWN: 'Diesen Kanal gibt es nicht mehr. Wähle einen anderen.',
  LOG_CHANNEL_ELSEWHERE: 'Dieser Kanal ist auf einem anderen Server. Wähle einen von hier.',
  LOG_CHANNEL_NO_TEXT: 'Das ist kein Textkanal. Wähle einen, der einer ist.',
  LOG_CHANNEL_HIDDEN:
    'Der Bot sieht diesen Kanal nicht. Gib ihm dort „Kanal ansehen“, oder wähle einen anderen.',
  LOG_CHANNEL_READ_ONLY:
    'Der Bot darf in diesem Kanal nicht schreiben. Gib ihm dort „Nachrichten senden“, oder wähle einen anderen.',
  LOG_CHANNEL_NO_CARDS:
    'Die Nachrichten des Bots wären in diesem Kanal leer. Gib ihm dort „Links einbetten“, oder wähle einen anderen.',
};
