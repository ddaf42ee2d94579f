/** What is said when a session ends while something is open. */
export const sessionText = {
  ended: {
    title: 'Your session has ended',
    text: 'Log in again to go on. Nothing that you typed is lost.',
    goOn: 'Log in and go on',
    notNow: 'Not now',
    other: (name: string) =>
      `You are logged in as ${name} now. What somebody else had open here was not sent.`,
  },
  loggedOut: {
    title: 'You are logged out',
    text: 'You logged out in another window. Nothing of yours is shown here any more; a draft that was saved waits for you.',
    action: 'Log in',
  },
  other: {
    title: 'Somebody else is logged in now',
    text: 'This browser was logged in as somebody else. Nothing of what was open here was sent.',
    action: 'Go to the dashboard',
  },
}
