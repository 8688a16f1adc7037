"""The demo's scripts must come to the same figures as the database does by itself."""

import os
import re
import shutil
import sqlite3
import subprocess
import tempfile
import unittest
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
DEMO = Path(os.environ["MODEBOX_BUILD_DIR"]) / "modebox_demo"
REPORT_LINE = re.compile(r"^(.+): ([\d,]+\.\d\d) EUR on (\d+) invoices?$", re.M)


def run_demo(folder=FOLDER):
    done = subprocess.run([DEMO, folder], capture_output=True, text=True, timeout=120)
    if done.returncode != 0:
        raise AssertionError(done.stdout + done.stderr)
    return done.stdout


def by_sql(folder=FOLDER):
    """(customer, invoices, cents) of the overdue invoices, largest first."""
    database = sqlite3.connect(":memory:")
    database.executescript((folder / "data.sql").read_text())
    return database.execute((folder / "overdue.sql").read_text()).fetchall()


def reported(output):
    """The same from the report that the script saved."""
    return [
        (name, int(invoices), int(re.sub(r"\D", "", money)))
        for name, money, invoices in REPORT_LINE.findall(output)
    ]


def without_times(output):
    changing = r"\d+\.\d+ ms|\d+ pages|Process \d+|\d+ bytes"
    return re.sub(changing, "-", re.sub(r" +", " ", output))


def report_part(output):
    """What the demo prints of its first script."""
    return output[: output.index("== What the script left")]


class Demo(unittest.TestCase):
    def test_the_script_and_the_database_agree(self):
        expected = by_sql()
        self.assertGreater(len(expected), 10)
        output = run_demo()
        self.assertEqual(expected, reported(output))
        total = int(re.search(r"^ *totalCents +(\d+)$", output, re.M)[1])
        self.assertEqual(sum(cents for _, _, cents in expected), total)

    def test_they_agree_on_other_books(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            for file in ("data.sql", "report.js", "refunds.js", "overdue.sql"):
                shutil.copy(FOLDER / file, folder)
            with (folder / "data.sql").open("a") as out:
                out.write("UPDATE invoices SET amount_cents = amount_cents + 7 * id, status = 'open' WHERE id % 3 = 0 AND id NOT IN (6, 18);\n")
            self.assertNotEqual(by_sql(), by_sql(folder))
            self.assertEqual(by_sql(folder), reported(run_demo(folder)))

    def test_every_call_is_listed(self):
        calls = {
            name: int(count)
            for name, count in re.findall(
                r"^  ([a-z]+\.[a-z]+) +(\d+) calls?, ", report_part(run_demo()), re.M)
        }
        customers = 20
        invoices = sum(count for _, count, _ in by_sql())
        self.assertEqual(
            {
                "billing.customers": 1,
                "billing.format": 4,
                "billing.invoices": customers,
                "billing.payments": invoices,
                "fx.rate": 9,  # 5 currencies but the euro; 2 of them are not quoted, and take 2 more each
                "reports.save": 1,
            },
            calls,
        )

    def test_refunds_that_a_person_agreed_to_are_made_once(self):
        output = run_demo()
        processes = re.findall(r"^== Process (\d+)", output, re.M)
        self.assertEqual(2, len(set(processes)), output)
        self.assertIn("The run is a token of", output)
        made = output[output.index("== Refunds in the database") :].splitlines()[1:]
        self.assertEqual(["2025-0006  57700 cents", "2025-0014  50800 cents"],
                         [line.strip() for line in made])
        self.assertIn("718.00 EUR for 2025-0018: Ask the customer first.", output)

    def test_only_times_and_pages_differ_between_runs(self):
        self.assertEqual(without_times(run_demo()), without_times(run_demo()))


if __name__ == "__main__":
    unittest.main()
