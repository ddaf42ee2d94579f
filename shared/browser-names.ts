/** Names of the cookies and storage keys of browser-storage.ts, apart from it, because every page needs a name and only policies the rest. */
export const browserNames = {
  session: 'session',
  uid: 'uid',
  device: 'device',
  language: 'language',
  currency: 'currency',
  lastPath: 'lastPath',
  intent: 'intent',
  mailedTo: 'mailedTo',
  donation: 'donation',
  tabDonation: 'typed-donation',
  toast: 'toast',
  account: 'root',
  settingsTab: 'settings-tab',
  profileTab: 'profile-tab',
  unsavedDraft: 'unsaved-draft',
  submission: 'campaign-submission',
  typedText: 'typed-text',
  savedDonation: 'saved-donation',
  copies: 'campaign-copies',
  copiedFiles: 'campaign-copy-files',
} as const

/** How many seconds the cookies live that pages write themselves. */
export const cookieSeconds = { intent: 86_400, mailedTo: 900, donation: 3_600, toast: 60 } as const

/** The seconds between two reset links to one address. */
export const resendSeconds = 60
