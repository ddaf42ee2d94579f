import { browserNames, cookieSeconds } from './browser-names.ts'
import { copyTerm, savedDonationTerm } from './offline.ts'
import type { Duration } from './duration.ts'
import { terms } from './terms.ts'

type Place = 'cookie' | 'local storage' | 'session storage' | 'cache storage'

export type BrowserEntry = {
  place: Place
  name: string
  /** What the privacy policy says that it holds and is used for. */
  purpose: string
  term: Duration | 'until you close the browser' | 'until you log out' | 'until you clear it'
}

const entry = <const Entry extends BrowserEntry>(value: Entry) => value

/**
 * Every cookie and storage key. The code sets them by the names of this table, and the privacy policy lists it. With https the cookies `session`
 * and `device` have the prefix `__Host-`.
 */
export const browserStorage = {
  session: entry({
    place: 'cookie',
    name: browserNames.session,
    purpose: 'Keeps you logged in.',
    term: terms.session,
  }),
  uid: entry({
    place: 'cookie',
    name: browserNames.uid,
    purpose: 'The id of your account, so that a page notices when another account logs in.',
    term: terms.session,
  }),
  device: entry({
    place: 'cookie',
    name: browserNames.device,
    purpose: 'Recognises this browser, so that we can warn you about a login from a new one.',
    term: terms.knownDevice,
  }),
  language: entry({
    place: 'cookie',
    name: browserNames.language,
    purpose: 'The language that you chose.',
    term: terms.languageCookie,
  }),
  currency: entry({
    place: 'cookie',
    name: browserNames.currency,
    purpose: 'The currency that you chose to see beside naira, or that you want naira only.',
    term: terms.languageCookie,
  }),
  lastPath: entry({
    place: 'cookie',
    name: browserNames.lastPath,
    purpose: 'The page to which you return after you log in.',
    term: 'until you close the browser',
  }),
  intent: entry({
    place: 'cookie',
    name: browserNames.intent,
    purpose: 'That you wanted to start a campaign or to donate before you logged in.',
    term: { hours: cookieSeconds.intent / 3_600 },
  }),
  mailedTo: entry({
    place: 'cookie',
    name: browserNames.mailedTo,
    purpose: 'The address to which you asked for a link, to show it and for “Resend Link”.',
    term: { minutes: cookieSeconds.mailedTo / 60 },
  }),
  donation: entry({
    place: 'cookie',
    name: browserNames.donation,
    purpose:
      'Without script: what you typed into the donation form, so that you find it again when you come back from the payment page.',
    term: { hours: cookieSeconds.donation / 3_600 },
  }),
  tabDonation: entry({
    place: 'session storage',
    name: browserNames.tabDonation,
    purpose:
      'What you typed into the donation form, so that you find it again in the same tab when you come back from the payment page. Deleted when you have paid, and when an account logs in or out.',
    term: { hours: cookieSeconds.donation / 3_600 },
  }),
  toast: entry({
    place: 'cookie',
    name: browserNames.toast,
    purpose: 'A message that the next page shows.',
    term: { minutes: cookieSeconds.toast / 60 },
  }),
  account: entry({
    place: 'local storage',
    name: browserNames.account,
    purpose:
      'A copy of your account for display: its id, your names, email address and gender, that you accepted the terms, and whether your address is confirmed.',
    term: 'until you log out',
  }),
  settingsTab: entry({
    place: 'local storage',
    name: browserNames.settingsTab,
    purpose: 'The tab of Settings that you opened last.',
    term: 'until you clear it',
  }),
  profileTab: entry({
    place: 'local storage',
    name: browserNames.profileTab,
    purpose: 'The tab of your profile that you opened last.',
    term: 'until you clear it',
  }),
  unsavedDraft: entry({
    place: 'session storage',
    name: browserNames.unsavedDraft,
    purpose:
      'What you typed for a campaign and we have not saved yet, because you were not logged in or not connected, without the account number.',
    term: 'until you close the browser',
  }),
  submission: entry({
    place: 'session storage',
    name: browserNames.submission,
    purpose: 'A random number, so that a campaign that is sent twice is submitted once.',
    term: 'until you close the browser',
  }),
  typedText: entry({
    place: 'session storage',
    name: browserNames.typedText,
    purpose: 'What you typed into a form and have not sent yet, without passwords and codes.',
    term: 'until you close the browser',
  }),
  savedDonation: entry({
    place: 'local storage',
    name: browserNames.savedDonation,
    purpose:
      'A donation that you started and we have not answered yet, with the email address and everything else that you typed into its form, so that it is sent once when you are connected again. Deleted when we answer, when you cancel it and when you log out, or at your first visit after its time.',
    term: savedDonationTerm,
  }),
  copies: entry({
    place: 'cache storage',
    name: browserNames.copies,
    purpose:
      'Copies of the public pages and donation forms of the campaigns that you opened last, as a person who is not logged in sees them, for reading without a connection. A copy is deleted at your next visit of a campaign after its time.',
    term: copyTerm,
  }),
  copiedFiles: entry({
    place: 'cache storage',
    name: browserNames.copiedFiles,
    purpose: 'The scripts, styles and fonts of these copies.',
    term: copyTerm,
  }),
} as const

type Entries = (typeof browserStorage)[keyof typeof browserStorage]

/** The names that may be set in a place. Another name does not compile. */
export type CookieName = Extract<Entries, { place: 'cookie' }>['name']
export type LocalStorageName = Extract<Entries, { place: 'local storage' }>['name']
export type SessionStorageName = Extract<Entries, { place: 'session storage' }>['name']
