/** Header, sidebar, footer and promotional panel (specification §1, §2). */
export const layoutText = {
  product: 'Ajo',
  home: 'Ajo home',
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
  footerNavigation: 'Site links',
  logIn: 'Log in',
  signUp: 'Sign up',
  copyright: (year: number) => `© ${year} Ajo. All rights reserved.`,
  tagline: 'Raise money, donate, and see where it goes.',
  language: 'Language',

  modeNote: 'Payment mode',
  mode: {
    sandbox: 'Sandbox: this is a demo. No real money is charged.',
    test: 'Test mode: no real money is charged.',
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
    admin: 'Admin',
  },
  logOut: 'Log out',
  goBack: 'Go back',
  settingsLink: (name: string, initials: string) => `${initials}: ${name}’s settings`,
}
