/** Words of every page. */
export const siteText = {
  description:
    'Raise money for people, projects and friends in need, and follow every naira from the donor to the bank account.',
  shareImageAlt: 'Ajo: Empower Global Causes',
  wrong: {
    title: 'Unexpected Application Error!',
    retry: 'Try again',
    toStart: 'Go to the start page',
  },
  frame: {
    title: 'Dashboard',
    loading: 'Loading your dashboard…',
    noScript: 'The dashboard needs JavaScript. Reading a campaign and giving to it work without.',
    toStart: 'Go to the start page',
  },
}
