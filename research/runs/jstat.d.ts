/** What is used of jstat, which comes without types. */
declare module 'jstat' {
  const jStat: {
    readonly studentt: {
      /** The quantile of Student's t distribution: below it lies the share `p` with so many degrees of freedom. */
      inv(p: number, degrees: number): number;
    };
  };
  export default jStat;
}
