// What the page itself says, until the app speaks. German where the browser does.
export const language = (navigator.language ?? "").toLowerCase().startsWith("de") ? "de" : "en";

const WORDS = {
  fetching: ["Scorepad wird geladen: {done} von {all} MB.\nNur beim ersten Mal, danach geht es ohne Netz.",
             "Fetching Scorepad: {done} of {all} MB.\nOnly this once; then it needs no network."],
  starting: ["Scorepad startet …", "Scorepad is starting …"],
  again: ["Noch einmal", "Try again"],
  unfetched: ["Scorepad konnte nicht ganz geladen werden. Ist das Netz da? Was schon hier ist, wird nicht noch einmal geladen.",
              "Not all of Scorepad could be fetched. Is there a network? What is already here is not fetched again."],
  lacking: ["Auf dem Server dieser Seite fehlen Dateien; vielleicht lädt jemand sie gerade hoch. Was schon hier ist, wird nicht noch einmal geladen.",
            "Files are missing on this page's server; perhaps somebody is uploading them just now. What is already here is not fetched again."],
  changing: ["Der Server dieser Seite schickt Dateien, die nicht zusammengehören: Sie werden gerade ausgetauscht, oder er verändert sie. Bitte später noch einmal.",
             "This page's server sends files that do not belong together: they are being replaced just now, or it changes them. Please try again later."],
  slow: ["Scorepad braucht diesmal lange zum Starten. Es geht weiter, sobald es da ist.",
         "Scorepad takes long to start this time. It goes on as soon as it is there."],
  insecure: ["Diese Seite braucht eine Adresse, die mit https beginnt.",
             "This page needs an address that begins with https."],
  private: ["Ein privates Fenster vergisst alles, sobald es geschlossen wird, auch das Buch. Bitte diese Adresse in einem gewöhnlichen Fenster öffnen.",
            "A private window forgets everything once it is closed, the book too. Please open this address in an ordinary window."],
  unkept: ["Dieser Browser ist zu alt für Scorepad, oder er darf hier nichts behalten. Bitte einen neueren nehmen, oder in seinen Einstellungen für diese Seite Cookies und Websitedaten erlauben.",
           "This browser is too old for Scorepad, or it may keep nothing here. Please use a newer one, or allow cookies and site data for this page in its settings."],
  full: ["Auf diesem Gerät ist kein Platz mehr. Bitte etwas löschen und es noch einmal versuchen; das Buch ist unversehrt.",
         "There is no space left on this device. Please delete something and try again; the book is unharmed."],
  memory: ["Dieses Gerät hat gerade zu wenig Arbeitsspeicher frei. Bitte andere Programme und Tabs schließen und es noch einmal versuchen; das Buch ist unversehrt.",
           "This device has too little memory free just now. Please close other programs and tabs and try again; the book is unharmed."],
  held: ["Ein anderes Fenster hat das Buch offen und antwortet nicht. Bitte dort schließen und es noch einmal versuchen.",
         "Another window has the book open and does not answer. Please close it and try again."],
  giveOut: ["Die Datei des Buchs speichern", "Save the book's file"],
  failed: ["Scorepad kann nicht starten: {fault}", "Scorepad cannot start: {fault}"],
  ended: ["Scorepad ist unerwartet zu Ende gegangen. Was gespeichert wurde, ist da.\n({fault})",
          "Scorepad has come to an unexpected end. What was saved is there.\n({fault})"],
  lost: ["Der Browser hat das Buch geschlossen. Was gespeichert wurde, ist da.",
         "The browser has closed the book. What was saved is there."],
  cleared: ["Was diese Seite auf dem Gerät behalten hat, wurde gelöscht, auch das Buch.",
            "What this page has kept on the device was deleted, the book too."],
  stillOpen: ["Noch ist es hier offen: Bitte seine Datei speichern, neu laden, und sie unter „Das Buch“ › „Aus einer Datei wiederherstellen“ zurückholen.",
              "It is still open here: please save its file, reload, and bring it back with “The book” › “Restore from a file”."],
  elsewhere: ["Scorepad ist schon in einem anderen Fenster offen. Geschrieben wird nur in einem.",
              "Scorepad is open in another window. Only one of them writes."],
  takeOver: ["Hier weitermachen", "Continue here"],
  takenOver: ["Es geht in einem anderen Fenster weiter.", "It continues in another window."],
  news: ["Es gibt eine neue Version von Scorepad.", "There is a new version of Scorepad."],
  takeNews: ["Jetzt aktualisieren", "Update now"],
  later: ["Später", "Later"],
  reload: ["Neu laden", "Reload"],
};

export function say(name, values = {}) {
  const text = WORDS[name][language === "de" ? 0 : 1];
  return text.replace(/\{(\w+)\}/g, (_, value) => values[value]);
}
