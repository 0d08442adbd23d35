import type { Words } from '../en/index.ts';

export const faults: Words['faults'] = {
  COMMERCE_UNAVAILABLE:
    'Der Commerce Service antwortet gerade nicht. Versuch es in einer Minute noch einmal.',
  COMMERCE_REFUSED:
    'Der Commerce Service lehnt unseren API-Schlüssel ab. Der Betreiber sollte COMMERCE_API_KEY und dessen Rechte prüfen.',
  COMMERCE_UNREADABLE:
    'Der Commerce Service hat etwas Unverständliches geantwortet. Versuch es in einer Minute noch einmal.',
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
