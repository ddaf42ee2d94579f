import type { Translation } from '#shared/translation.ts'

import type { coachText as english } from '../coach.ts'

export const coachText: Translation<typeof english> = {
  title: 'Wetin fit help you',
  intro: 'You fit submit even if you no do dem.',
  none: 'We no get anything to add here.',
  preview: 'See how your page go be',
  facts: {
    title: 'Four things wey donors dey look for',
    found: 'E dey',
    missing: 'We never see am',
    who: 'Na who e dey for? Call the person or group name.',
    purpose: 'Wetin the money dey for?',
    costs: 'How much each part go cost?',
    deadline: 'Which day you need am, and why that day?',
  },
  tips: {
    'short-title': 'For the title, talk who need wetin, like “A well for 400 families in Ife”.',
    'capital-title': 'Title wey be only capital letters dey hard to read.',
    'short-story': ({ length, least }) =>
      `Your story get ${length} characters. From like ${least}, people go sabi the people wey dey inside.`,
    'one-paragraph': 'Break your story into short paragraphs make e easy to read.',
    'large-goal': ({ from }) =>
      `From ${from}, people dey ask how much each part cost. Write the amounts for “Wetin The Money Dey For”.`,
    'sum-differs': ({ sum, goal }) =>
      `The amounts for “Wetin The Money Dey For” na ${sum} together, but your goal na ${goal}.`,
    'short-time': ({ days }) =>
      `Your campaign go run for ${days} days. Two weeks or more go give people time to share am.`,
    'long-time': ({ days }) =>
      `Your campaign go run for ${days} days. If the end date near, people go know say e dey urgent.`,
    'few-photos': 'Add three photos or more: the people, the place, and wetin the money dey for.',
    'undescribed-photos': ({ count }) =>
      `Photos wey no get description: ${count}. People wey no fit see need am.`,
  },
  reviewers: {
    title: 'Wetin reviewers dey ask for',
    account:
      'Bank account wey carry your name or the name of the person wey you dey raise money for.',
    byCategory: {
      Education: 'Admission letter or school fees bill, wey carry the school name.',
      Health: 'Hospital bill or letter from doctor, wey carry the hospital name.',
      'Emergency Assistance': 'Photos of wetin happen, with the place and the date.',
      'Community Development': 'Price paper for the work, or letter from the community.',
      Career: 'Offer for the course or the tools, wey carry the price.',
      other: 'Document wey show wetin the money dey for.',
    },
    next: 'Wetin go happen next: reviewer go read your campaign, and you go get email with wetin dem decide.',
  },
  checklist: {
    title: 'Before you submit',
    count: (done, all) => `You don do ${done} out of ${all} things wey fit help`,
    done: 'E don set',
    open: 'E go help',
    go: (tab) => `Open “${tab}”`,
    items: {
      title: 'Title wey clear',
      facts: 'Who e dey for, wetin for, how much, and which day',
      story: 'Story wey long reach',
      goal: 'Costs and dates wey gree with each other',
      photos: 'Three photos or more, and each one get description',
      documents: 'Document wey go help the reviewers',
    },
  },
  page: {
    title: 'Preview',
    intro: 'Na so visitors go see your page. Links and buttons no dey work for here.',
    untitled: 'Your title',
    size: 'How big the preview be',
    phone: 'Phone',
    wide: 'Big screen',
  },
}
