"""The pages' files: every address of a page, the scripts they load, nothing else."""

import json
import re
from pathlib import Path

import pytest
from conquest_opt.service.routes.pages import ADDRESSES, web_files

WEB = Path(__file__).parents[2] / "service" / "web"
SCRIPTS = sorted(name for name in web_files() if name.endswith(".js"))


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_address_of_a_page_has_the_document(client, address):
    answer = client.get(re.sub(r"\{(\w+):(\w+)\}", "1", address))
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    assert 'src="/web/app.js"' in answer.text


def test_every_page_has_a_module_and_every_module_an_address():
    routes = json.loads(web_files()["addresses.json"].body)
    modules = {f"pages/{route['page']}.js" for route in routes}
    assert modules == {name for name in SCRIPTS if name.startswith("pages/")}
    shell = web_files()["parts/shell.js"].body.decode()
    for route in routes:
        assert f'["{route["area"]}", "/' in shell, route


def test_all_files_are_served_and_known_again(client):
    for name, file in web_files().items():
        answer = client.get(f"/web/{name}")
        assert answer.content == file.body == (WEB / name).read_bytes()
        again = client.get(f"/web/{name}", headers={"if-none-match": answer.headers["etag"]})
        assert again.status_code == 304
    assert client.get("/web/app.js").headers["content-type"].startswith("text/javascript")


@pytest.mark.parametrize("path", ["/web/../app.py", "/web/%2e%2e/app.py", "/web/", "/web/none.js"])
def test_nothing_else_is_served(client, path):
    assert client.get(path).status_code == 404


@pytest.mark.parametrize("script", SCRIPTS)
def test_what_a_script_imports_is_there_and_nothing_is_loaded_from_elsewhere(script):
    text = web_files()[script].body.decode()
    for wanted in re.findall(r"""(?:from|import\()\s*"(\.[^"]+)\"""", text):
        assert (WEB / script).parent.joinpath(wanted).resolve().is_file(), wanted
    assert not re.findall(r"https?://(?!www\.w3\.org/)", text)
    assert "innerHTML" not in text and "insertAdjacentHTML" not in text
