/** The campaign wizard and its three tabs (specification §2, §4). */
export const wizardText = {
  tabs: ['Basic Information', 'Campaign Information', 'Contact Information'],
  steps: 'Campaign steps',
  next: 'Next',
  submit: 'Submit',
  validationErrors: (errors: string[]) =>
    // A message that is a sentence ends with its own full stop.
    `Validation Errors: ${errors.join(', ').replaceAll('., ', '. ')}`,

  groups: {
    need: { title: 'The need', example: 'Example: Surgery for Amaka, a nurse in Ibadan' },
    place: { title: 'Place and category' },
    story: {
      title: 'Your story',
      example: 'Who are the people? What happened? What have you done so far?',
    },
    goal: { title: 'Goal and dates' },
    money: {
      title: 'What the money does',
      example: 'Example: drilling ₦2,000,000, pump ₦600,000, pipes ₦400,000',
    },
    proof: { title: 'Photos and proof' },
    contact: { title: 'Contact' },
    payout: { title: 'Bank account' },
    consent: { title: 'What is published' },
  },

  basic: {
    title: 'Campaign Title',
    titleHint: 'In one line: who needs what?',
    country: 'Country',
    city: 'City',
    category: 'Category',
    cause: 'What kind of campaign is it?',
    causeHint: 'Charity and legal aid have lists of their own.',
    choose: 'Select an option',
  },

  information: {
    description: 'Description',
    descriptionHint: 'Tell the story: what happened, and what will the money change?',
    goalAmount: 'Goal Amount',
    startDate: 'Start Date',
    startDateHint: 'Choose tomorrow or later.',
    endDate: 'End Date',
    endDateHint: 'Donations close at midnight before this date.',
    raiseMoneyFor: 'Raise Money For',
    raiseMoneyForHint: 'What exactly will the money pay for?',
    importance: 'Importance',
    importanceHint: 'Why does it matter, and why now?',
    impact: 'Impact',
    impactHint: 'Who will be better off, and how?',
    images: 'Images',
    imagesHint:
      'Up to 10 photos (.jpg, .jpeg, .png or .webp), 5 MB each. The first one is shown on the card.',
  },

  pictures: {
    list: 'Your photos, in order',
    alt: (number: number) => `Describe photo ${number}`,
    altHint: 'Describe the photo for people who can’t see it.',
    earlier: (number: number) => `Move photo ${number} earlier`,
    later: (number: number) => `Move photo ${number} later`,
    remove: (number: number) => `Remove photo ${number}`,
    focus: (number: number) => `Set the focus point of photo ${number}`,
    small: (width: number, sharp: number) =>
      `This photo is ${width} pixels wide. From ${sharp} pixels on, photos look sharp on large screens. You can still use it.`,
    cut: 'The end of this file is missing. Please look whether the photo is complete.',
    first: 'Shown first',
    uploading: 'Please wait for your photos to finish uploading.',
  },

  uploadingDocuments: 'Please wait for your documents to finish uploading.',

  contact: {
    name: 'Name',
    email: 'Email',
    phone: 'Phone Number',
    bank: 'Bank',
    accountNumber: 'Account Number',
    accountNumberHint:
      'Ten digits. Donations are paid to this account. Reviewers see only the last four digits. Visitors can’t see it.',
    showContact: 'Show my name, email and phone to visitors who are not logged in',
    choose: 'Select an option',
    loadingBanks: 'Loading banks…',
    retryBanks: 'Retry',
  },

  confirm: {
    title: 'Confirm Submission',
    text: 'Are you sure you want to submit this campaign?',
    confirm: 'Confirm',
    cancel: 'Cancel',
  },

  draft: {
    saving: 'Saving draft…',
    saved: 'Draft saved',
    failed: 'Couldn’t save yet. We’ll keep trying; don’t close this page.',
    restored: 'We saved your draft. Continue where you left off.',
    discard: 'Start over',
  },
}
