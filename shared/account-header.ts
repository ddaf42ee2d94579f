/**
 * The uid of the account that the page shows. The server refuses a request whose session belongs to another account, for
 * example after a login in another window.
 */
export const shownAccountHeader = 'x-shown-account'
