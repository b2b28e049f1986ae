/** Whether this page is served by `civitas replay`, which puts a notice above each. Nothing happens in the past while one looks at it. */
export const isPast = (): boolean => document.querySelector('.notice-of-past') !== null;
