import type { Category } from '#shared/category.ts'

/** Suggestions beside the wizard, what reviewers ask for, the checklist before submitting, and the preview. */
export const coachText = {
  title: 'Suggestions',
  intro: 'You can submit without following them.',
  none: 'Nothing to suggest here.',
  preview: 'Preview your page',
  facts: {
    title: 'Four facts that donors look for',
    found: 'Found',
    missing: 'Not found yet',
    who: 'Who is it for? Name the person or group.',
    purpose: 'What is the money for?',
    costs: 'How much does each part cost?',
    deadline: 'By when is it needed, and why then?',
  },
  tips: {
    'short-title': 'Say who needs what in the title, for example “A well for 400 families in Ife”.',
    'capital-title': 'Titles in capital letters are hard to read.',
    'short-story': ({ length, least }: { length: number; least: number }) =>
      `Your story has ${length} characters. From about ${least} on, readers get to know the people in it.`,
    'one-paragraph': 'Split your story into short paragraphs.',
    'large-goal': ({ from }: { from: string }) =>
      `From ${from} on, readers ask what each part costs. Write the amounts into “Raise Money For”.`,
    'sum-differs': ({ sum, goal }: { sum: string; goal: string }) =>
      `The amounts in “Raise Money For” add up to ${sum}, but your goal is ${goal}.`,
    'short-time': ({ days }: { days: number }) =>
      `Your campaign runs for ${days} days. Two weeks or more give people time to share it.`,
    'long-time': ({ days }: { days: number }) =>
      `Your campaign runs for ${days} days. A closer end date shows that it is urgent.`,
    'few-photos': 'Add three photos or more: the people, the place, and what the money is for.',
    'undescribed-photos': ({ count }: { count: number }) =>
      `Photos without a description: ${count}. People who can’t see them rely on it.`,
  },
  reviewers: {
    title: 'What reviewers ask for',
    account: 'A bank account in your name or that of the person you raise money for.',
    byCategory: {
      Education: 'An admission letter or a bill for school fees, with the name of the school.',
      Health: 'A hospital bill or a letter from the doctor, with the name of the hospital.',
      'Emergency Assistance': 'Photos of what happened, with the place and the date.',
      'Community Development': 'A quote for the work, or a letter from the community.',
      Career: 'An offer for the course or the tools, with its price.',
      other: 'A document that shows what the money is for.',
    } satisfies Record<Category, string>,
    next: 'What happens next: a reviewer reads your campaign, and you get an email with the decision.',
  },
  checklist: {
    title: 'Before you submit',
    count: (done: number, all: number) => `${done} of ${all} recommendations done`,
    done: 'Done',
    open: 'Recommended',
    go: (tab: string) => `Open “${tab}”`,
    items: {
      title: 'A clear title',
      facts: 'Who it is for, what for, what it costs, and by when',
      story: 'A story that is long enough',
      goal: 'Costs and dates that fit together',
      photos: 'Three photos or more, each described',
      documents: 'A supporting document for reviewers',
    },
  },
  page: {
    title: 'Preview',
    intro: 'This is the page that visitors will see. Links and buttons do nothing here.',
    untitled: 'Your title',
    size: 'Size of the preview',
    phone: 'Phone',
    wide: 'Wide screen',
  },
}
