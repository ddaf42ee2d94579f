/** What stands around the screens: header, sidebar, footer, promotional panel (specification §1, §2). */
export const layoutText = {
  product: 'Ajo',
  home: 'Ajo, to the start page',
  pageTitle: (title: string) => `${title} · Ajo`,
  skip: 'Skip to content',

  headline: 'Empowering Dreams, One Contribution at a Time',
  subline: 'Together, we can fund the future we believe in.',

  menu: 'Menu',
  siteNavigation: 'Site',
  howItWorks: 'How it works',
  browseCampaigns: 'Browse campaigns',
  createAccount: 'Create account',
  toDashboard: 'Dashboard',
  footerNavigation: 'More of Ajo',
  logIn: 'Log in',
  signUp: 'Sign up',
  copyright: (year: number) => `© ${year} Ajo. All rights reserved.`,
  tagline: 'Raise, give, and follow the money.',
  language: 'Language',

  modeNote: 'About the money here',
  mode: {
    sandbox: 'Sandbox: this is a demonstration, and no real money moves.',
    test: 'Test mode: no real money moves.',
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
  settingsOf: (name: string, initials: string) => `${initials}: settings of ${name}`,
}
