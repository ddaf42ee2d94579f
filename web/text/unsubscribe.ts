/** The page that a link in an organiser's email opens. */
export const unsubscribeText = {
  title: 'Emails from this campaign',
  question:
    'You’re subscribed to emails from this campaign’s organiser. Unsubscribe? You’ll still get receipts.',
  confirm: 'Unsubscribe',
  done: 'You’re unsubscribed from this campaign.',
  all: 'Unsubscribe from all campaigns',
  doneAll: 'You’re unsubscribed from all campaigns.',
  home: 'Go to Ajo',
}
