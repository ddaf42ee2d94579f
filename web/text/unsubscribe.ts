/** Where a mail's reader ends mails of its kind. */
export const unsubscribeText = {
  title: 'Mails about this campaign',
  question:
    'The organiser of this campaign may send you a word of thanks through Ajo, because you ticked so when you gave. Receipts come all the same.',
  confirm: 'Send me no more of these',
  done: 'Done. You hear no more from the organiser of this campaign.',
  home: 'Go to Ajo',
}
