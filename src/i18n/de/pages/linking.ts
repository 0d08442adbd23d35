import { html } from '@remix-run/html-template';
import type { Words } from '../../en/index.ts';
import { pluralIn } from '../../format.ts';

const plural = pluralIn('de');

const failures = {
  denied: {
    title: 'Nichts wurde verknüpft',
    what: 'Du hast abgebrochen, deshalb hat sich nichts geändert.',
    next: 'Wenn du es dir anders überlegst, fang jederzeit noch einmal an.',
  },
  expired: {
    title: 'Dieser Schritt ist abgelaufen',
    what: 'Er hat länger als zehn Minuten gedauert oder war schon erledigt. Jeder Schritt gilt einmal.',
    next: 'Dadurch wurde nichts verknüpft. Fang noch einmal an, es dauert nur eine Minute.',
  },
  otherBrowser: {
    title: 'Du hast in einem anderen Browser angefangen',
    what: 'Damit dich niemand dazu bringen kann, ein fremdes Konto zu verknüpfen, müssen alle Schritte in einem Browser geschehen, der Cookies erlaubt.',
    next: 'Hat dir jemand diesen Link geschickt, schließ die Seite. Hast du selbst angefangen, fang hier noch einmal an.',
  },
  mixedUp: {
    title: 'Diese Antwort kam vom falschen Dienst',
    what: 'Geantwortet hat ein anderer Dienst als der, zu dem wir dich geschickt haben. Deshalb haben wir die Antwort nicht verwendet.',
    next: 'Fang noch einmal an. Passiert es wieder, sag denen Bescheid, die diese Community betreiben.',
  },
  forged: {
    title: 'Dieses Formular ist nicht von dieser Seite',
    what: 'Eine andere Website hat es geschickt, oder deine Seite ist veraltet. Es ist nichts passiert.',
    next: 'Fang hier noch einmal an.',
  },
  wrongAccount: (name) => ({
    title: 'Das ist ein anderes Chat-Konto',
    what: html`Du hast dich als <bdi>${name}</bdi> angemeldet, aber ein anderes Konto hat diesen Link angefordert.`,
    next: 'Wechsle zu dem Konto, das /link eingegeben hat, und öffne seinen Link noch einmal. Oder fang mit diesem Konto neu an.',
    again: html`Als <bdi>${name}</bdi> anfangen`,
  }),
  alreadyLinked: {
    title: 'Dein Chat-Konto ist schon verknüpft',
    what: 'Es ist mit den Käufen einer anderen E-Mail-Adresse verknüpft, und ein Konto kann nur eine Verknüpfung haben.',
    next: 'Um das zu ändern, gib im Chat /unlink ein und fang dann noch einmal an.',
  },
  forbidden: (until) => ({
    title: 'Du kannst gerade nicht verknüpfen',
    what: `Ein Admin der Community hat es bis zum ${until} untersagt.`,
    next: 'Wenn du das für einen Irrtum hältst, sprich mit den Admins.',
  }),
  tooOften: (time) => ({
    title: 'Du hast zu oft verknüpft',
    what: 'Sechsmal pro Stunde ist möglich. Dieses Mal wurde nichts verknüpft.',
    next: `Ab ${time} Uhr UTC kannst du wieder verknüpfen. Eine Verknüpfung beenden kannst du jederzeit: Gib im Chat /unlink ein.`,
  }),
  unsupported: {
    title: 'Käufe lassen sich hier nicht verknüpfen',
    what: 'Der Dienst, bei dem du gekauft hast, sagt uns nicht, wer sich angemeldet hat. Deshalb können wir nicht prüfen, ob die Käufe deine sind.',
    next: 'Bitte die Leute, die diese Community betreiben, dir deine Rollen zu geben.',
  },
  unavailable: {
    title: 'Ein Dienst antwortet nicht',
    what: 'Zum Verknüpfen brauchen wir zwei andere Dienste, und einer davon ist gerade nicht erreichbar. Es wurde nichts verknüpft.',
    next: 'Warte eine Minute und fang dann noch einmal an.',
  },
  ended: {
    title: 'Diese Konten sind nicht mehr verknüpft',
    what: 'Die Verknüpfung wurde beendet, oder die Käufe wurden mit einem anderen Chat-Konto verknüpft.',
    next: 'Wenn du das nicht warst, fang noch einmal an, um sie wieder zu verknüpfen.',
  },
  unreadable: {
    title: 'Diese Adresse funktioniert nicht',
    what: 'Sie ist unvollständig oder gehört nicht zu dieser Website. Es ist nichts passiert.',
    next: 'Hat sie dir jemand geschickt, bitte darum, sie noch einmal zu schicken. Oder fang hier an.',
  },
  fault: (requestId) => ({
    title: 'Etwas ist schiefgegangen',
    what: 'Das lag an uns, nicht an dir. Es wurde nichts verknüpft.',
    next: `Fang in einer Minute noch einmal an. Passiert es wieder, sag denen Bescheid, die diese Community betreiben, und nenn ihnen die Anfrage ${requestId}.`,
  }),
  tooMany: (seconds) => ({
    title: 'Zu viele Versuche',
    what: 'Von deiner Netzwerkadresse kamen zu viele Versuche.',
    next: `Warte ${plural(seconds, 'eine Sekunde', `${seconds} Sekunden`)} und fang dann noch einmal an.`,
  }),
} satisfies Words['pages']['linking']['failures'];

export const linking = {
  steps: { label: 'Schritte', chat: 'Chat-Konto', purchases: 'Käufe', confirm: 'Bestätigen' },
  stepDone: '(erledigt)',
  start: {
    title: 'Konten verknüpfen',
    heading: 'Verknüpfe deine Käufe mit deinem Chat-Konto',
    text: 'Die Rollen, für die du bezahlt hast, bekommst du dann automatisch: jetzt und bei jedem späteren Kauf.',
    chat: (platform) => `Melde dich mit ${platform} bei deinem Chat-Konto an.`,
    purchases: 'Melde dich mit der E-Mail-Adresse an, mit der du gekauft hast.',
    confirm: 'Prüf beide Konten und bestätige.',
    button: (platform) => `Weiter mit ${platform}`,
    letsIn:
      'Bist du nicht auf dem Server, auf dem deine Käufe dir eine Rolle geben, fügen wir dich dort hinzu.',
    safe: 'Nichts wird verknüpft, bevor du bestätigst. Rolekeeper sieht deine Passwörter nie und kann in deinem Namen weder etwas kaufen noch etwas schreiben.',
  },
  busy: 'Wir prüfen deine Anmeldung. Diese Seite geht von selbst weiter.',
  purchases: {
    title: 'Deine Käufe',
    heading: 'Jetzt deine Käufe',
    account: 'Dein Chat-Konto',
    text: 'Melde dich mit der E-Mail-Adresse an, mit der du gekauft hast. So bestätigst du, dass die Käufe deine sind.',
    button: 'Beim Shop anmelden',
    stop: 'Nicht du, oder nicht jetzt? Hier abbrechen',
  },
  confirm: {
    title: 'Diese Konten verknüpfen?',
    heading: 'Diese beiden Konten verknüpfen?',
    chat: 'Chat-Konto',
    purchases: 'Käufe von',
    moves:
      'Diese Käufe sind gerade mit einem anderen Chat-Konto verknüpft. Wenn du bestätigst, verliert es ihre Rollen, und dieses Konto bekommt sie.',
    button: 'Verknüpfen',
    refuse: 'Nicht verknüpfen',
    hint: 'Bestätige nur, wenn beide deine sind. Die Rollen für diese Käufe bekommt dieses Chat-Konto und kein anderes.',
  },
  done: {
    title: 'Verknüpft',
    heading: 'Deine Konten sind verknüpft',
    gets: (chatName, commerceName) =>
      html`<strong><bdi>${chatName}</bdi></strong> bekommt die Rollen für alles, was <strong><bdi>${commerceName}</bdi></strong> gekauft hat und noch kauft.`,
    later:
      'Das dauert länger als sonst. Fehlende Rollen kommen automatisch. Lade diese Seite neu, um noch einmal nachzusehen.',
    noScript: 'Lade diese Seite neu, um zu sehen, welche Rollen angekommen sind.',
    close: html`Du kannst diese Seite schließen. Um die Verknüpfung zu beenden, gib im Chat <code>/unlink</code> ein.`,
    unknown: 'Deine Rollen sind unterwegs. Sie kommen automatisch, auch wenn du diese Seite schließt.',
    none: 'Im Moment gibt keiner deiner Käufe eine Rolle. Sobald du etwas kaufst, das eine gibt, kommt sie automatisch.',
    waiting: 'Die übrigen Rollen kommen gleich, oder sobald du dem Server beigetreten bist.',
    there: (guild) => html`hast du auf <bdi>${guild}</bdi>`,
    coming: (guild) => html`unterwegs, auf <bdi>${guild}</bdi>`,
    ended:
      'Diese Konten sind nicht mehr verknüpft. Die Verknüpfung wurde beendet, oder die Käufe wurden mit einem anderen Chat-Konto verknüpft.',
  },
  failures,
  again: 'Noch einmal anfangen',
  beginHere: 'Hier anfangen',
} satisfies Words['pages']['linking'];
