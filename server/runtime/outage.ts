/** A service outside did not respond, or not in time. The same work may succeed later. */
export class Outage extends Error {}
