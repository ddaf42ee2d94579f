/** Words of every page. */
export const siteText = {
  description:
    'Raise money for people, projects and friends in need, and follow every naira from the donor to the bank account.',
  shareImageAlt: 'Ajo: Empower Global Causes',
  wrong: {
    missingTitle: 'Something went wrong.',
    missing: "Sorry, we can't find the page you're looking for.",
    home: 'Go home',
    brokenTitle: 'Unexpected Application Error!',
    retry: 'Try again',
    toStart: 'Go to the start page',
  },
  frame: {
    loading: 'Loading your dashboard…',
    noScript: 'The dashboard needs JavaScript. Reading a campaign and giving to it work without.',
    browse: 'Browse campaigns',
  },
}
