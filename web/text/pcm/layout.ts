import type { Translation } from '#shared/translation.ts'

import type { layoutText as english } from '../layout.ts'

export const layoutText: Translation<typeof english> = {
  product: 'Ajo',
  home: 'Ajo home',
  pageTitle: (title: string) => `${title} · Ajo`,
  skip: 'Go straight to the page',

  headline: 'We Dey Help Dreams Happen, One Donation at a Time',
  subline: 'Together, we fit pay for the future wey we believe in.',

  menu: 'Menu',
  siteNavigation: 'Site',
  howItWorks: 'How e dey work',
  browseCampaigns: 'See campaigns',
  findCampaigns: 'Find campaigns',
  searchLabel: 'Find one campaign',
  search: 'Search',
  createAccount: 'Open account',
  toDashboard: 'Dashboard',
  footerNavigation: 'Site links',
  logIn: 'Log in',
  signUp: 'Sign up',
  myDonations: 'My donations',
  copyright: (year: number) => `© ${year} Ajo. All rights reserved.`,
  tagline: 'Raise money, donate, and see where e dey go.',
  language: 'Language',

  modeNote: 'Payment mode',
  mode: {
    sandbox: 'Sandbox demo: no real money dey move.',
    test: 'Test mode: no real money dey move.',
    live: '',
  },

  sidebar: 'Dashboard',
  openSidebar: 'Open menu',
  closeSidebar: 'Close menu',
  entries: {
    dashboard: 'Dashboard',
    campaigns: 'Campaigns',
    transactions: 'Transactions',
    profile: 'Profile',
    settings: 'Settings',
    reviews: 'Reviews',
    cases: 'Reports',
    disputes: 'Disputes',
    admin: 'Admin',
  },
  logOut: 'Log out',
  goBack: 'Go back',
  settingsLink: (name: string, initials: string) => `${initials}: settings for ${name}`,
}
