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
};
