//! The page can be installed, says so where no server answers, and keeps nothing of the
//! program that could be old.

use browser::Size;
use serde_json::json;

use crate::house::House;

#[test]
fn without_a_server_the_page_says_so_and_comes_back_by_itself() {
    let Some(mut house) = House::open() else { return };
    let person = house.person(Size::PHONE);
    person.go("/");
    person
        .wait("navigator.serviceWorker.ready.then(({ active }) => active?.state === 'activated')");
    let kept = person.value(
        "caches.keys().then((names) => Promise.all(names.map((name) => caches.open(name))))\
         .then((all) => Promise.all(all.map((cache) => cache.keys())))\
         .then((all) => all.flat().map(({ url }) => new URL(url).pathname).sort())",
    );
    assert_eq!(kept, json!(["/icon.svg", "/offline.css", "/offline.html"]), "no program is kept");
    person.forgive();
    house.stop();
    person.sees("offline");
    person.value("void setTimeout(() => location.reload())");
    person.wait("document.querySelector('main h1') !== null && document.body.innerText.includes('Chuhe is not running')");
    house.start();
    // The page tries again every few seconds.
    person.sees("page-home");
}

#[test]
fn the_manifest_names_icons_that_are_there() {
    let Some(house) = House::open() else { return };
    let person = house.person(Size::DESKTOP);
    person.go("/");
    let wrong = person.value(
        "fetch(document.querySelector('link[rel=manifest]').href).then((r) => r.json())\
         .then(({ icons }) => Promise.all(icons.map(async ({ src, sizes, type }) => {\
           const image = new Image(); image.src = src; await image.decode();\
           const answer = await fetch(src);\
           const size = sizes === 'any' || sizes === `${image.naturalWidth}x${image.naturalHeight}`;\
           return size && answer.headers.get('content-type') === type ? [] : [src]; })))\
         .then((all) => all.flat())",
    );
    assert_eq!(wrong, json!([]));
}
