import type { Translation } from '#shared/translation.ts'

import type { layoutText as english } from '../layout.ts'

export const layoutText: Translation<typeof english> = {
  product: 'Ajo',
  home: 'Ajo, go the start page',
  pageTitle: (title: string) => `${title} · Ajo`,
  skip: 'Jump go the main matter',

  headline: 'We Dey Make Dreams Strong, One Gift after Another',
  subline: 'Together, we fit pay for the tomorrow wey we believe in.',

  menu: 'Menu',
  siteNavigation: 'This site',
  howItWorks: 'How e dey work',
  browseCampaigns: 'Look campaigns',
  createAccount: 'Open account',
  toDashboard: 'Go dashboard',
  footerNavigation: 'More about Ajo',
  logIn: 'Log in',
  signUp: 'Sign up',
  copyright: (year: number) => `© ${year} Ajo. Na we get all the rights.`,
  tagline: 'Raise money, give, and follow the money.',
  language: 'Language',

  modeNote: 'About the money for here',
  mode: {
    sandbox: 'Sandbox: this one na to show how e dey work, no real money dey move.',
    test: 'Test mode: no real money dey move.',
    live: '',
  },

  sidebar: 'Dashboard',
  toggleSidebar: 'Sidebar',
  closeSidebar: 'Close the sidebar',
  entries: {
    dashboard: 'Dashboard',
    campaigns: 'Campaigns',
    transactions: 'Transactions',
    profile: 'Profile',
    settings: 'Settings',
    reviews: 'Reviews',
    operator: 'Operator',
  },
  logOut: 'Log out',
  goBack: 'Go back',
  settingsOf: (name: string, initials: string) => `${initials}: the settings of ${name}`,
}
