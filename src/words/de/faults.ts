import type { Words } from '../en/index.ts';

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
  DISCORD_UNAVAILABLE:
    'Die Chat-Plattform antwortet nicht, wie sie sollte. Versuch es in einer Minute noch einmal.',
  DISCORD_TOKEN_REFUSED:
    'Die Chat-Plattform lehnt unser Token ab. Der Betreiber sollte DISCORD_TOKEN prüfen.',
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
