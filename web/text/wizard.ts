/** The campaign wizard and its three tabs (specification §2, §4). */
export const wizardText = {
  tabs: ['Basic Information', 'Campaign Information', 'Contact Information'],
  steps: 'Campaign steps',
  next: 'Next',
  submit: 'Submit',
  validationErrors: (errors: string[]) => `Validation Errors: ${errors.join(', ')}`,

  basic: {
    title: 'Campaign Title',
    titleHint: 'In one line: who needs what?',
    country: 'Country',
    city: 'City',
    category: 'Category',
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
    first: 'Shown first',
    uploading: 'Please wait for your photos to finish uploading.',
  },

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
