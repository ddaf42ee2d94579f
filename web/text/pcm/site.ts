import type { Translation } from '#shared/translation.ts'

import type { siteText as english } from '../site.ts'

export const siteText: Translation<typeof english> = {
  description:
    'Raise money for people, projects and friends wey need help, and follow every naira from the donor reach the bank account.',
  shareImageAlt: 'Ajo: Empower Global Causes',
  notFound: {
    title: 'Something no go well.',
    text: 'Sorry, we no see the page wey you dey find.',
    home: 'Go home',
  },
  wrong: {
    title: 'Error wey we no expect!',
    retry: 'Try again',
    toStart: 'Go to home page',
  },
  frame: {
    title: 'Dashboard',
    loading: 'Your dashboard dey load…',
    noScript:
      'The dashboard need JavaScript for browser wey come out from 2022. You fit read campaigns and donate without am.',
    toStart: 'Go to home page',
  },
}
