/** Following a campaign: the form, and the page that the link in the mail opens. */
export const followText = {
  title: 'Follow this campaign',
  intro: 'Get its updates by email. You can unsubscribe at any time.',
  email: 'Email address',
  send: 'Follow',
  sent: 'We emailed you a link. Open it and confirm that you want to follow this campaign.',
  follow: 'Follow this campaign',
  unfollow: 'Stop following',
  following: 'You follow this campaign and get its updates by email.',
  link: {
    title: 'Follow a campaign',
    question:
      'This email address was entered to follow a campaign. Was it you? If not, close this page and you won’t get any emails.',
    confirm: 'Yes, I follow the campaign',
    done: 'You follow the campaign. You get its updates by email, and can unsubscribe with the link in each one.',
    home: 'Go to Ajo',
  },
}
