/** Text used on every page. */
export const siteText = {
  description:
    'Raise money for people, projects and friends in need, and follow every naira from donor to bank account.',
  shareImageAlt: 'Ajo: Empower Global Causes',
  notFound: {
    title: 'Something went wrong.',
    text: "Sorry, we can't find the page you're looking for.",
    home: 'Go home',
  },
  wrong: {
    title: 'Unexpected Application Error!',
    retry: 'Try again',
    toStart: 'Go to the home page',
  },
  frame: {
    title: 'Dashboard',
    loading: 'Loading your dashboard…',
    noScript:
      'The dashboard needs JavaScript in a browser from 2022 or later. You can read campaigns and donate without it.',
    toStart: 'Go to the home page',
  },
}
