import type { Translation } from '#shared/translation.ts'

import type { wizardText as english } from '../wizard.ts'

export const wizardText: Translation<typeof english> = {
  tabs: ['Basic Information', 'Campaign Information', 'Contact Information'],
  steps: 'Campaign steps',
  next: 'Next',
  submit: 'Submit',
  validationErrors: (errors: string[]) =>
    `Wetin you suppose correct: ${errors.join(', ').replaceAll('., ', '. ')}`,

  groups: {
    need: {
      title: 'Wetin you need',
      example: 'Example: Surgery for Amaka, wey be nurse for Ibadan',
    },
    place: { title: 'Place and category' },
    story: {
      title: 'Your story',
      example: 'Who be the people? Wetin happen? Wetin you don do so far?',
    },
    goal: { title: 'Goal and dates' },
    money: {
      title: 'Wetin the money go do',
      example: 'Example: drill the ground ₦2,000,000, pump ₦600,000, pipes ₦400,000',
    },
    proof: { title: 'Photos and proof' },
    contact: { title: 'Contact' },
    payout: { title: 'Bank account' },
    consent: { title: 'Wetin people go see' },
  },

  basic: {
    title: 'Campaign Title',
    titleHint: 'For one line: who need wetin?',
    country: 'Country',
    city: 'City',
    category: 'Category',
    cause: 'Which kind campaign be this?',
    causeHint: 'Charity and legal aid get their own list.',
    choose: 'Choose one',
  },

  information: {
    description: 'Description',
    descriptionHint: 'Tell the story: wetin happen, and wetin the money go change?',
    goalAmount: 'How Much You Need',
    startDate: 'Start Date',
    startDateHint: 'Choose tomorrow or later day.',
    endDate: 'End Date',
    endDateHint: 'Donations go close for midnight before this date.',
    raiseMoneyFor: 'Wetin The Money Dey For',
    raiseMoneyForHint: 'Wetin exactly the money go pay for?',
    importance: 'Why E Dey Important',
    importanceHint: 'Why e matter, and why now?',
    impact: 'Wetin Go Change',
    impactHint: 'Who e go help, and how?',
    images: 'Photos',
    imagesHint:
      'Up to 10 photos (.jpg, .jpeg, .png or .webp), each one no fit pass 5 MB. The first one go show for the card.',
  },

  pictures: {
    list: 'Your photos, one by one',
    alt: (number: number) => `Describe photo ${number}`,
    altHint: 'Describe the photo for people wey no fit see am.',
    earlier: (number: number) => `Move photo ${number} go front`,
    later: (number: number) => `Move photo ${number} go back`,
    remove: (number: number) => `Remove photo ${number}`,
    focus: (number) => `Choose the main point for photo ${number}`,
    small: (width, sharp) =>
      `This photo wide na ${width} pixels. From ${sharp} pixels, photo dey clear well for big screen. You fit still use am.`,
    cut: 'The end of this file dey miss. Abeg look whether the photo complete.',
    first: 'This one dey show first',
    uploading: 'Abeg wait make your photos upload finish.',
  },

  uploadingDocuments: 'Abeg wait make your documents finish to upload.',

  contact: {
    name: 'Name',
    email: 'Email',
    phone: 'Phone Number',
    bank: 'Bank',
    accountNumber: 'Account Number',
    accountNumberHint:
      'Ten digits. Donations go enter this account. Reviewers dey see only the last four digits. Visitors no fit see am.',
    showContact: 'Show my name, email and phone to visitors wey never log in',
    choose: 'Choose one',
    loadingBanks: 'The banks dey load…',
    retryBanks: 'Try again',
  },

  confirm: {
    title: 'Confirm Submission',
    text: 'You sure say you wan submit this campaign?',
    confirm: 'Confirm',
    cancel: 'Cancel',
  },

  draft: {
    saving: 'The draft dey save…',
    saved: 'We don save the draft',
    failed: 'We never fit save am. We go keep trying; no close this page.',
    restored: 'We save your draft. Continue from where you stop.',
    discard: 'Start over',
  },
}
