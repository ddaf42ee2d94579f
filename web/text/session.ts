/** Messages shown when a session ends while a page is open. */
export const sessionText = {
  ended: {
    title: 'Your session has ended',
    text: 'Please log in again to continue. Your changes are still here.',
    continue: 'Log in and continue',
    notNow: 'Not now',
    otherUser: (name: string) =>
      `You’re now logged in as ${name}. The previous user’s unsaved form was not submitted.`,
  },
  loggedOut: {
    title: 'You are logged out',
    text: 'You logged out in another tab. If you saved a draft, it will be here when you log back in.',
    action: 'Log in',
  },
  otherUser: {
    title: 'Someone else is now logged in',
    text: 'Another user logged in on this browser. The form that was open here was not submitted.',
    action: 'Go to the dashboard',
  },
}
