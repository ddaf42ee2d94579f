/** Where the reader of an email ends emails of its kind. */
export const unsubscribeText = {
  title: 'Emails about this campaign',
  question:
    'The organiser of this campaign may send you a word of thanks through Ajo, because you ticked the box when you gave. You get receipts either way.',
  confirm: 'Send me no more of these',
  done: 'Done. You will not hear from the organiser of this campaign again.',
  home: 'Go to Ajo',
}
