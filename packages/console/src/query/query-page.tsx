export function QueryPage() {
  return (
    <section className="page">
      <h1>Query</h1>
    </section>
  );
}
