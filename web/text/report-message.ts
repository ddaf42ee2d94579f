/** The page that the report link in an organiser's email opens. */
export const reportMessageText = {
  title: 'Report a message',
  question: 'Report this message to Ajo? Our reviewers will read it and check the campaign.',
  confirm: 'Report this message',
  done: 'Thank you. Our reviewers will look at the message.',
  home: 'Go to Ajo',
}
