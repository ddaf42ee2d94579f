import type { Translation } from '#shared/translation.ts'

import type { wizardText as english } from '../wizard.ts'

export const wizardText: Translation<typeof english> = {
  tabs: ['First Information', 'Campaign Information', 'Contact Information'],
  steps: 'The steps of new campaign',
  next: 'Next one',
  submit: 'Send am',
  validationErrors: (errors: string[]) => `Wetin you suppose correct: ${errors.join(', ')}`,

  basic: {
    title: 'Campaign Title',
    titleHint: 'Talk for one line who need wetin.',
    country: 'Country',
    city: 'City',
    category: 'Category',
    choose: 'Choose one',
  },

  information: {
    description: 'Description',
    descriptionHint: 'The story: wetin happen, and wetin the money go change.',
    goalAmount: 'How Much You Need',
    startDate: 'Start Date',
    startDateHint: 'One day after today.',
    endDate: 'End Date',
    endDateHint: 'Donations go stop once this day start.',
    raiseMoneyFor: 'Wetin The Money Dey For',
    raiseMoneyForHint: 'Wetin exactly the money go pay for?',
    importance: 'Why E Dey Important',
    importanceHint: 'Why e matter, and why now?',
    impact: 'Wetin Go Change',
    impactHint: 'Who go better, and how?',
    images: 'Pictures',
    imagesHint:
      'E no fit pass 10 pictures (.jpg, .jpeg, .png or .webp), and each one no fit pass 5 MB. The first one go show for the card.',
  },

  pictures: {
    list: 'Your pictures, as dem follow',
    alt: (number: number) => `Describe picture ${number}`,
    altHint: 'For people wey no fit see am.',
    earlier: (number: number) => `Move picture ${number} go front`,
    later: (number: number) => `Move picture ${number} go back`,
    remove: (number: number) => `Comot picture ${number}`,
    first: 'This one dey show first',
    uploading: 'Abeg wait make every picture upload finish, or comot am.',
  },

  contact: {
    name: 'Name',
    email: 'Email',
    phone: 'Phone Number',
    bank: 'Bank',
    accountNumber: 'Account Number',
    accountNumberHint:
      'Ten digits. Na this account we go pay the donations into. Reviewers dey see the last four digits, visitors no dey see anything.',
    showContact: 'Show my name, email and phone to visitors wey never log in',
    choose: 'Choose one',
    loadingBanks: 'The banks dey load…',
    retryBanks: 'Try again',
  },

  confirm: {
    title: 'Confirm Say You Wan Send Am',
    text: 'You sure say you wan send this campaign?',
    confirm: 'Yes, send am',
    cancel: 'No, wait',
  },

  draft: {
    saving: 'The draft dey save…',
    saved: 'The draft don save',
    failed: 'The draft never save. Wetin you type still dey here, and we dey try again.',
    restored: 'We keep your draft. Continue from where you stop.',
    discard: 'Start again from beginning',
  },
}
