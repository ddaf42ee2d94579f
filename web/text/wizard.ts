/** The three tabs in which a campaign is made (specification §2, §4). */
export const wizardText = {
  tabs: ['Basic Information', 'Campaign Information', 'Contact Information'],
  steps: 'Steps of a new campaign',
  next: 'Next',
  submit: 'Submit',
  validationErrors: (errors: string[]) => `Validation Errors: ${errors.join(', ')}`,

  basic: {
    title: 'Campaign Title',
    titleHint: 'Say in one line who needs what.',
    country: 'Country',
    city: 'City',
    category: 'Category',
    choose: 'Select an option',
  },

  information: {
    description: 'Description',
    descriptionHint: 'The story: what happened, and what the money will change.',
    goalAmount: 'Goal Amount',
    startDate: 'Start Date',
    startDateHint: 'A day after today.',
    endDate: 'End Date',
    endDateHint: 'Donations stop when this day begins.',
    raiseMoneyFor: 'Raise Money For',
    raiseMoneyForHint: 'What exactly will the money pay for?',
    importance: 'Importance',
    importanceHint: 'Why does it matter, and why now?',
    impact: 'Impact',
    impactHint: 'Who will be better off, and how?',
    images: 'Images',
    imagesHint:
      'Up to 10 pictures (.jpg, .jpeg, .png or .webp), each at most 5 MB. The first one is shown on the card.',
  },

  pictures: {
    list: 'Your pictures, in order',
    alt: (number: number) => `Describe picture ${number}`,
    altHint: 'For people who cannot see it.',
    earlier: (number: number) => `Move picture ${number} earlier`,
    later: (number: number) => `Move picture ${number} later`,
    remove: (number: number) => `Remove picture ${number}`,
    first: 'Shown first',
    uploading: 'Please wait until every picture is uploaded, or remove it.',
  },

  contact: {
    name: 'Name',
    email: 'Email',
    phone: 'Phone Number',
    bank: 'Bank',
    accountNumber: 'Account Number',
    accountNumberHint:
      'Ten digits. Donations are paid out to this account. Reviewers see its last four digits, visitors nothing.',
    showContact: 'Show my name, email and phone to visitors who are not logged in',
    choose: 'Select an option',
    loadingBanks: 'Loading the banks…',
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
    failed: 'The draft could not be saved yet. What you typed stays here, and we keep trying.',
    restored: 'We kept your draft. Carry on where you left off.',
    discard: 'Start over',
  },
}
